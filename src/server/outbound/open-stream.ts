import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { WebsocketClientConfig } from '../../config/server-config';
import type { AttemptOptions } from './connect';
import { placeOf } from './place';
import { openTunnel } from './proxy-tunnel';
import { tlsOptions } from './tls-options';

/** The connection under a websocket: TCP, straight or through a proxy, with or without TLS on top. */
export async function openStream(
  client: WebsocketClientConfig,
  destinations: AttemptOptions['destinations'],
  signal: AbortSignal,
): Promise<Socket> {
  const url = new URL(client.uri);
  const { host, port } = placeOf(url);
  const reason = destinations.literalRefusal({ host, port });
  if (reason !== undefined) throw new Error(reason);
  const secure = client.tls.enabled ? await tlsOptions(client.tls, host) : undefined;
  const plain =
    client.proxy === undefined
      ? await ready(connectTcp({ host, port, lookup: destinations.lookupFor(port) }), 'connect', signal)
      : await openTunnel(client.proxy, `${url.hostname}:${port}`, { destinations, signal });
  // Deviation: tcp_keepalive_interval and _probes have no counterpart in Node, which probes every second, ten times.
  if (client.tcpKeepalive !== undefined) plain.setKeepAlive(true, client.tcpKeepalive.time);
  if (secure === undefined) return plain;
  try {
    return await ready(connectTls({ ...secure, socket: plain }), 'secureConnect', signal);
  } catch (error) {
    // Node throws synchronously, without taking over this connection, when a certificate or key is invalid.
    plain.destroy();
    throw error;
  }
}

async function ready(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<Socket> {
  // Stays for the lifetime of the socket: an error after this step is followed by a close event, which is handled.
  socket.on('error', () => undefined);
  try {
    await once(socket, event, { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
