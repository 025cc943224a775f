# Builds the package from the source, installs it with its production dependencies, and runs it as a user without rights.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
# Not the tools of checks and tests, which are a workspace.
RUN npm ci --workspaces=false --no-audit --no-fund
COPY . .
RUN npm run build
RUN npm prune --omit=dev --workspaces=false --no-audit --no-fund

# No compiler, no package manager's cache, no source: the build and what it imports.
FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /src/package.json /src/LICENSE /src/CHANGELOG.md ./
COPY --from=build /src/node_modules ./node_modules
COPY --from=build /src/bin ./bin
COPY --from=build /src/dist ./dist
RUN mkdir -p /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 7300
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:7300/api/index_management/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/mapledger.mjs"]
CMD ["serve", "--host", "0.0.0.0", "--port", "7300", "--data-dir", "/data", "--log-level", "info"]
