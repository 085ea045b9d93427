import type { Operations } from '../../../generated/operations';
import type { ServerConfig } from '../../config/server-config';
import type { ConfigObjects } from '../../engine/config-objects/config-objects';
import type { CallSocket } from '../../engine/audio/legs/media-socket';
import type { OutboundSockets } from '../../server/outbound/outbound-sockets';
import { LimitedLogger } from '../../shared/limits/limited-logger';
import type { Logger } from '../../shared/logger';
import { doorTypes } from '../settings/objects-in-force';
import type { DoorsDeps } from './door-frame';
import { DoorFrame } from './door-frame';
import { makeOutboundSockets, makeSocketDoor } from './event-sockets';
import { makeListener } from './http-door';
import { makeMediaSockets } from './media-sockets';
import { makeSipDoor } from './sip-sockets';
import { makeUpgradeHandler } from './upgrades';

export interface Doors {
  /** Opens the listeners. Returns their addresses as URLs without path. */
  readonly open: () => Promise<readonly string[]>;
  /** Puts the doors' part of a newly read configuration in force. */
  readonly reconfigure: (config: ServerConfig) => void;
  /** Looks again at users and sockets: there are other objects than before. */
  readonly reviewObjects: () => void;
  /** Lets the server open event sockets by itself, until the result is called. */
  readonly serveInterface: () => () => void;
  /** Lets the server open sockets of any kind by itself, until the result is called. */
  readonly connectOutbound: () => () => void;
  /** Opens the socket that an application wants for one call. */
  readonly openForCall: OutboundSockets<Operations>['openForCall'];
  /** Opens a media websocket towards a configured server. */
  readonly callSocket: CallSocket;
  /** Breaks the event sockets of an application, or all of them. Returns how many. */
  readonly dropSockets: (application: string | undefined) => number;
  /** Why no calls are taken at present; undefined when they are. */
  readonly whyNotReady: () => string | undefined;
}

/** Milliseconds that running requests get when the server stops. */
const grace = 5000;

/** Everything through which the world reaches the server: HTTP, sockets in, sockets out. Still closed. */
export function makeDoors(given: DoorsDeps): Doors {
  const deps = { ...given, log: limitedLog(given) };
  const { config, closers } = deps;
  const frame = new DoorFrame(deps);
  const sockets = makeSocketDoor(frame);
  const outbound = makeOutboundSockets(frame);
  const media = makeMediaSockets(frame);
  const sip = makeSipDoor(frame);
  frame.metrics.gauge('patchbay_sockets', 'Event sockets that are open', () => sockets.size + outbound.connected);
  const listener = makeListener(frame, makeUpgradeHandler(frame, { sockets, media: media.door, sip }));
  closers.push(async () => {
    frame.ready = false;
    sockets.close();
    media.close();
    sip.close();
    await outbound.close();
    await listener.close(grace);
  });
  const reviewOutbound = (): void => frame.reviewOutbound(outbound);
  const reviewUsers = (): void => {
    frame.users.replace(frame.inForce().users);
    sockets.reviewUsers();
    reviewOutbound();
  };
  return {
    open: async () => {
      // Modules have brought the stores of objects.
      reviewUsers();
      const urls = config.http.enabled ? await listener.open() : [];
      frame.ready = true;
      reviewOutbound();
      closers.push(...followObjects(deps.objects, { reviewUsers, reviewOutbound }));
      return urls;
    },
    openForCall: (application, channel, signal) => outbound.openForCall(application, channel, signal),
    callSocket: media.call,
    dropSockets: (application) => sockets.drop(application),
    whyNotReady: () => frame.whyNotReady(),
    serveInterface: () => frame.allow('isServed', outbound),
    connectOutbound: () => frame.allow('mayConnect', outbound),
    reviewObjects: () => void (frame.ready && reviewUsers()),
    reconfigure: (next) => {
      frame.reconfigure(next);
      reviewUsers();
    },
  };
}

/** Every client that reaches the listener can cause log lines; they must not fill the disk. */
function limitedLog({ log, clock, closers }: DoorsDeps): Logger {
  const limited = new LimitedLogger(log, clock, { burst: 200, perSecond: 20 });
  closers.push(() => limited.close());
  return limited.logger;
}

interface Reviews {
  readonly reviewUsers: () => void;
  readonly reviewOutbound: () => void;
}

function followObjects(objects: ConfigObjects, { reviewUsers, reviewOutbound }: Reviews): readonly (() => void)[] {
  return [
    objects.onChange(doorTypes.user, reviewUsers),
    objects.onChange(doorTypes.outboundSocket, reviewOutbound),
    objects.onChange(doorTypes.websocketClient, reviewOutbound),
  ];
}
