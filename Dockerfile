# One image for the API, the projector and the tda command: Node runs the source. Only the pages of the explorer are built.
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
# The development dependencies bring a Node of their own and the tools of a checkout; neither is needed here.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force

COPY . .
RUN rm -r client explorer
COPY --from=explorer /app/explorer/dist explorer/dist
# The audit spool and the key that seals cursors; everything else is read only.
RUN mkdir .local && chown node:node .local
VOLUME /app/.local

USER node
# Both to the network of the container: what is reachable beyond is what is published of it.
ENV HOST=0.0.0.0 ADMIN_HOST=0.0.0.0
EXPOSE 8080 8081 8082
CMD ["node", "--max-semi-space-size=8", "api/main.ts"]
