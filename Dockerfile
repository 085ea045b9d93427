# Two stages: the first one builds and packs, the second one has only what runs.
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs && npm pack --ignore-scripts --pack-destination /tmp && mv /tmp/patchbay-*.tgz /tmp/patchbay.tgz

FROM node:22-bookworm-slim
RUN useradd --system --uid 10001 --home-dir /var/lib/patchbay --create-home patchbay \
 && mkdir -p /etc/patchbay \
 && chown patchbay:patchbay /etc/patchbay
COPY --from=build /tmp/patchbay.tgz /tmp/patchbay.tgz
RUN npm install --global --omit=dev --no-audit --no-fund /tmp/patchbay.tgz \
 && cp /usr/local/lib/node_modules/patchbay/config/*.conf /etc/patchbay/ \
 && rm -rf /tmp/patchbay.tgz /root/.npm
# Shows that the package runs, and leaves compiled code beside it, which the user of the server cannot write.
RUN patchbay demo
USER patchbay
WORKDIR /var/lib/patchbay
ENV PATCHBAY_CONFIG=/etc/patchbay PATCHBAY_STATE=/var/lib/patchbay NODE_ENV=production
VOLUME ["/etc/patchbay", "/var/lib/patchbay"]
# The interface, SIP, and the audio of calls (rtpstart and rtpend of rtp.conf).
EXPOSE 8088/tcp 5060/udp 5060/tcp 10000-20000/udp
# Answers 200 when calls are taken.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PATCHBAY_PORT||8088)+'/readyz').then((answer)=>process.exit(answer.ok?0:1),()=>process.exit(1))"]
# SIGTERM ends calls within shutdown_grace seconds, finishes recordings and exits with 0.
STOPSIGNAL SIGTERM
ENTRYPOINT ["patchbay"]
CMD ["serve"]
