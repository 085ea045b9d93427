import type { Operations } from '../../../generated/operations';
import { routes } from '../../../generated/routes';
import { registrationView } from '../../policy/registration-view';
import type { Rights } from '../../policy/rights';
import { OutboundSockets } from '../../server/outbound/outbound-sockets';
import { SocketDoor } from '../../server/socket/socket-door';
import type { DoorFrame } from './door-frame';

/** The door for applications that connect to the event socket. */
export function makeSocketDoor(frame: DoorFrame): SocketDoor<Operations> {
  const { config, applications } = frame.deps;
  return new SocketDoor({
    session: frame.session,
    applications,
    viewOf: viewsIn(frame),
    users: frame.users,
    route: socketRoute(),
    prefix: config.http.prefix,
    settings: frame.settings,
    maxPayload: config.ari.websocketMaxPayload,
    pingInterval: config.ari.websocketPingInterval,
    clock: frame.deps.clock,
    isReady: () => frame.ready,
    connections: frame.connections,
    announce: frame.deps.announce,
    holdModule: (user) => frame.hold(user, 'res_http_websocket', 'res_ari_events'),
  });
}

/** The event sockets that the server opens by itself. */
export function makeOutboundSockets(frame: DoorFrame): OutboundSockets<Operations> {
  const { config, applications, clock, log } = frame.deps;
  const findUser = (name: string) => frame.users.find(name);
  return new OutboundSockets({
    session: frame.session,
    applications,
    viewOf: viewsIn(frame),
    findUser,
    destinations: frame.deps.destinations,
    clock,
    random: Math.random,
    log,
    maxPayload: config.ari.websocketMaxPayload,
    holdModule: (user) => frame.hold(user, 'res_websocket_client', 'res_ari'),
  });
}

/** What a user with these rights sees of events. */
function viewsIn({ deps: { ownership } }: DoorFrame): (rights: Rights) => ReturnType<typeof registrationView> {
  return (rights) => registrationView(ownership, rights);
}

function socketRoute(): (typeof routes)[number] {
  const route = routes.find(({ websocketProtocol }) => websocketProtocol !== undefined);
  if (route === undefined) throw new Error('the spec declares no websocket');
  return route;
}
