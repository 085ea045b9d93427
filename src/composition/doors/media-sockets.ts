import type { CallSocket } from '../../engine/audio/legs/media-socket';
import { MediaCaller } from '../../server/media-socket/media-caller';
import { MediaDoor } from '../../server/media-socket/media-door';
import { MediaPeers } from '../../server/media-socket/media-peers';
import type { DoorFrame } from './door-frame';

/** Bytes that may wait on a media websocket, less than on an event socket: old audio is useless. */
const maxMediaWaiting = 1024 * 1024;

/** The door for sockets that channels wait for, the way to those that we open, and the end of both. */
export function makeMediaSockets(frame: DoorFrame): {
  readonly door: MediaDoor;
  readonly call: CallSocket;
  readonly close: () => void;
} {
  const { config, awaited, clock, log } = frame.deps;
  const { websocketPingInterval, websocketWriteTimeout, websocketMaxQueue } = config.ari;
  const peers = new MediaPeers({
    clock,
    log,
    pingInterval: websocketPingInterval,
    writeTimeout: websocketWriteTimeout,
    maxQueue: Math.min(websocketMaxQueue, maxMediaWaiting),
  });
  frame.metrics.gauge('patchbay_media_sockets', 'Media websockets that are open', () => peers.size);
  const door = new MediaDoor({
    awaited,
    peers,
    settings: frame.settings,
    prefix: config.http.prefix,
    isReady: () => frame.ready,
    connections: frame.connections,
  });
  const caller = new MediaCaller({
    peers,
    clock,
    destinations: frame.deps.destinations,
    findClient: (id) =>
      frame.mayConnect ? frame.inForce().websocketClients.find((client) => client.id === id) : undefined,
    holdModule: (user) => frame.hold(user, 'res_websocket_client'),
  });
  const close = (): void => {
    caller.close();
    peers.close();
    door.close();
  };
  return { door, call: caller.call, close };
}
