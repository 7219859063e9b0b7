declare module '*.css' {
    const text: string;
    export default text;
}

/** What the build knows of itself: `build.mjs` puts it here. */
declare const BUILT: { version: string, files: string[] };
