// A program in JavaScript.
const depth = 3;
let tree = {
  player: 'max', children: [
    { player: "min", name: 'it\'s "B"', children: [3, Infinity,], },   // a trailing comma
    { player: "min", children: [{ move: "left", value: -Infinity }, 8] },
  ],
};
console.log(minimax(tree, depth));
