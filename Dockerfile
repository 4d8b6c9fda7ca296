# One image for the API, the projector and the tda command: Node runs the source, so there is no build step.
FROM node:24.21.0-bookworm-slim

ENV NODE_ENV=production
WORKDIR /app

COPY package.json package-lock.json .npmrc ./
# The development dependencies bring a Node of their own and the tools of a checkout; neither is needed here.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force

COPY . .
# The audit spool and the key that seals cursors; everything else is read only.
RUN mkdir .local && chown node:node .local
VOLUME /app/.local

USER node
ENV HOST=0.0.0.0
EXPOSE 8080 8081 8082
CMD ["node", "--max-semi-space-size=8", "api/main.ts"]
