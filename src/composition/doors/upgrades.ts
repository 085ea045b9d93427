import type { Operations } from '../../../generated/operations';
import { parseTarget } from '../../server/http/requests/target';
import type { UpgradeHandler } from '../../server/http/requests/upgrade-gate';
import { upgradeGate } from '../../server/http/requests/upgrade-gate';
import type { MediaDoor } from '../../server/media-socket/media-door';
import type { SipDoor } from '../../server/sip-socket/sip-door';
import type { SocketDoor } from '../../server/socket/socket-door';
import type { DoorFrame } from './door-frame';

export interface SocketDoors {
  readonly sockets: SocketDoor<Operations>;
  readonly media: MediaDoor;
  readonly sip: SipDoor;
}

/** A socket for a channel, a phone or an application: the path says which. */
export function makeUpgradeHandler(frame: DoorFrame, { sockets, media, sip }: SocketDoors): UpgradeHandler {
  const threshold = { ...frame.deps, settings: frame.settings };
  const toApplications = upgradeGate({ ...threshold, isInterface: true }, sockets.handle);
  const others = [media, sip].map(({ owns, handle }) => ({
    owns,
    handle: upgradeGate({ ...threshold, isInterface: false }, handle),
  }));
  return (request, socket, head) => {
    const { path } = parseTarget(request.url ?? '/');
    (others.find(({ owns }) => owns(path))?.handle ?? toApplications)(request, socket, head);
  };
}
