# One image for the API, the projector, and the tda command. Node runs the source; only the pages of the explorer are built.
FROM node:24.21.0-bookworm-slim AS explorer

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY explorer/package.json explorer/
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY client client
COPY explorer explorer
COPY dev dev
RUN node dev/explorer/build.ts

FROM node:24.21.0-bookworm-slim

ENV NODE_ENV=production
WORKDIR /app

COPY package.json package-lock.json .npmrc ./
# The development dependencies contain another Node and development tools, which the image does not need.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force

COPY . .
RUN rm -r client explorer
COPY --from=explorer /app/explorer/dist explorer/dist
# Holds the audit spool and the key that seals cursors. Everything else is read-only.
RUN mkdir .local && chown node:node .local
VOLUME /app/.local

USER node
# Listens on all addresses of the container. Only ports that are published can be reached from outside.
ENV HOST=0.0.0.0 ADMIN_HOST=0.0.0.0
EXPOSE 8080 8081 8082
CMD ["node", "--max-semi-space-size=8", "api/main.ts"]
