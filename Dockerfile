# The image of Node for both stages. docs/releasing.md says how to pin it by digest.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /source
COPY . .
RUN mkdir /package && npm pack --pack-destination /package
RUN npm install --global --ignore-scripts --prefix /opt/countersign /package/countersign-*.tgz
RUN node scripts/sbom.mjs /package/countersign-*.tgz > /opt/countersign/sbom.cdx.json
RUN install -d -o 1000 -g 1000 /data /var/cache/countersign
# Node keeps compiled code per user and version.
USER 1000:1000
ENV NODE_COMPILE_CACHE=/var/cache/countersign
RUN node scripts/warm-cache.mjs /opt/countersign/lib/node_modules/countersign/dist

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Countersign" \
      org.opencontainers.image.description="Wallet sign-in for your apps and sites, on your own server" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /opt/countersign /opt/countersign
COPY --from=build --chown=1000:1000 /var/cache/countersign /var/cache/countersign
COPY --from=build --chown=1000:1000 /data /data
ENV PATH=/opt/countersign/bin:$PATH \
    NODE_COMPILE_CACHE=/var/cache/countersign \
    DATA_DIR=/data \
    HOST=0.0.0.0
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=1s \
  CMD ["node", "-e", "require('node:http').get({ host: '127.0.0.1', port: process.env.PORT || 3000, path: '/readyz' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["countersign"]
