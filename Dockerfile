# syntax=docker/dockerfile:1

# Everything is installed and built here; no database is needed, and nothing comes from outside the npm registry.
FROM node:24-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
ENV NEXT_TELEMETRY_DISABLED=1
RUN node scripts/slim.mjs /slim

# What runs: the build with the files of packages that it loads, Prisma's migrations, and the programs of `npm run db:*`. Nothing is
# written outside DATA_DIR and /tmp, so the root file system may be read-only (deploy/compose.yaml).
FROM node:24-slim
WORKDIR /shop
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Else glibc keeps what each of V8's threads has freed for that thread: about 100 MB more a process, and at random.
ENV MALLOC_ARENA_MAX=2
RUN install -d -o node -g node /data /data/files
COPY --from=build /slim ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As `npm run serve` has it (docs/deploy.md); node itself, so that it gets the signals.
CMD ["node", "--max-semi-space-size=8", "--v8-pool-size=0", "scripts/serve.mjs"]
