# syntax=docker/dockerfile:1

# A line with long-term support. Debian, not Alpine: the C library of the machines on which the tests run.
ARG NODE_VERSION=24
FROM node:${NODE_VERSION}-bookworm-slim AS base
WORKDIR /app

# Bundles src/ into dist/. Needs the development dependencies and no database.
FROM base AS build
COPY package.json package-lock.json .npmrc ./
COPY tools/left-out tools/left-out
RUN --mount=type=cache,target=/root/.npm npm ci
COPY tsconfig.json prisma.config.ts ./
COPY scripts/build.mjs scripts/prisma-generate.mjs scripts/
COPY scripts/build scripts/build
COPY scripts/contract scripts/contract
COPY scripts/checks scripts/checks
COPY scripts/prisma-parameters scripts/prisma-parameters
COPY openapi/openapi.json openapi/
COPY prisma prisma
COPY src src
RUN node scripts/build.mjs && rm -f dist/*.map dist/.build-hash dist/.outputs.json

# The packages that are not in the bundle, by the lock file of the build. PostgreSQL is not among them: a container is given
# DATABASE_URL, and says so where it is not.
FROM base AS dependencies
WORKDIR /app/dist
COPY --from=build /app/dist/package.json /app/dist/package-lock.json /app/dist/.npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci && find node_modules -name '*.map' -delete

FROM base AS runtime
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_HOST=0.0.0.0 GUILDHALL_DATA_DIR=/data
# Without these the allocator of glibc keeps the memory of a burst.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=1000000
COPY --from=build /app/dist dist
COPY --from=dependencies /app/dist/node_modules dist/node_modules
COPY LICENSE ./
COPY prisma/migrations prisma/migrations
COPY deploy/healthcheck.mjs deploy/
COPY docs/integrators.md docs/operators.md docs/glossary.md docs/
COPY --chmod=755 bin bin
RUN ln -s /app/bin/guildhall.mjs /usr/local/bin/guildhall && install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000 9464
# Longer than SHUTDOWN_GRACE_MS must the runtime wait after this: docker stop --time 30.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "deploy/healthcheck.mjs"]
# Node itself is process 1: it handles SIGTERM from its first line on, and starts no children that could be orphaned.
CMD ["node", "dist/main.js"]
