# Production image: the sources as they are (no build step), without development dependencies.
#
# The base image is named by its tag, so a build takes the patches of that day. For the same bytes each time, append
# the digest that `docker buildx imagetools inspect node:24-bookworm-slim` prints: `node:24-bookworm-slim@sha256:…`.
FROM node:24-bookworm-slim AS install
WORKDIR /app
COPY package.json package-lock.json ./
# What installing runs: the fonts are unpacked here, and mapped by the service.
COPY scripts ./scripts
COPY src/engine/text/font-files.ts ./src/engine/text/font-files.ts
# The image has the right Node already, so the copy that npm installs for other machines is dropped.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node node_modules/node-bin-*

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
WORKDIR /app
COPY --from=install /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY scripts ./scripts
COPY samples ./samples
COPY web ./web
COPY docs/*.md ./docs/
COPY src ./src
USER node
# METRICS_PORT, where it is set, is open on all addresses of the container, too: never publish it.
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "scripts/health.mjs"]
STOPSIGNAL SIGTERM
# What `npm start` runs, with neither shell nor npm in between: signals reach the process, which drains for
# up to ten seconds.
CMD ["node", "scripts/start.mjs"]
