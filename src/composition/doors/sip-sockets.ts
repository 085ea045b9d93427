import { SipDoor } from '../../server/sip-socket/sip-door';
import type { DoorFrame } from './door-frame';

/** The door for phones that speak SIP over websockets. */
export function makeSipDoor(frame: DoorFrame): SipDoor {
  const { config, dispatcher, sipSockets } = frame.deps;
  return new SipDoor({
    sockets: sipSockets,
    prefix: config.http.prefix,
    settings: frame.settings,
    connections: frame.connections,
    refuse: dispatcher.refuse.bind(dispatcher),
    isReady: () => frame.ready,
  });
}
