# The command alone, in an image of a few megabytes: docker build --tag gametree . && docker run --rm -v "$PWD:/work" gametree
#
# .ci/package links the C library into the command, so nothing else is needed.
FROM rust:1.91-bookworm AS build
WORKDIR /source
COPY . .
RUN .ci/package archive && \
    mkdir /image && \
    tar -xzf dist/gametree-*.tar.gz --strip-components=1 -C /image

FROM scratch
COPY --from=build /image/gametree /usr/bin/gametree
COPY --from=build /image/LICENSE-APACHE /image/LICENSE-MIT /image/THIRD-PARTY-NOTICES /licences/
WORKDIR /work
ENTRYPOINT ["/usr/bin/gametree"]
CMD ["check"]
