# The service, sync and server in one container: not as root, and with nothing to write but the volume /data.
#   docker build --tag wordpress-content-service .
#   docker run --read-only --volume content:/data --publish 127.0.0.1:8080:8080 wordpress-content-service
# It is the same for amd64 and arm64: docker buildx build --platform linux/amd64,linux/arm64 .

FROM node:24-bookworm-slim AS build
WORKDIR /opt/content-service
COPY package.json package-lock.json .npmrc ./
# better-sqlite3 brings what it was compiled from, and to, for every platform: those of Linux with glibc stay.
RUN npm ci --omit=dev --ignore-scripts \
 && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
 && find node_modules/better-sqlite3/prebuilds -type f ! -name "linux-*.node" -delete
COPY . .

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="wordpress-content-service" \
      org.opencontainers.image.licenses="GPL-2.0-or-later"
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin content-service \
 && install --directory --owner content-service --group content-service --mode 0700 /data \
 && ln -s /opt/content-service/server/command.js /usr/local/bin/wordpress-content-service
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /opt/content-service /opt/content-service
# The compile cache has a folder for each user: its modules start without stripping types. The files then belong to root.
RUN cache=/opt/content-service/node_modules/.cache \
 && install --directory --owner content-service "$cache" \
 && setpriv --reuid=10001 --regid=10001 --clear-groups node /opt/content-service/server/compile.js \
 && chown --recursive root:root "$cache" && chmod --recursive a+rX "$cache"
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=8080
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["wordpress-content-service"]
CMD ["start"]
