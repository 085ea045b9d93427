import { randomUUID } from 'node:crypto';
import type { RtpConfig, ServerConfig } from '../../config/server-config';
import { AudioSocketDriver } from '../../drivers/audio-socket/audio-socket-driver';
import { RtpDriver } from '../../drivers/unicast-rtp/rtp-driver';
import { WebsocketDriver } from '../../drivers/websocket/websocket-driver';
import type { Technology } from '../../engine/calls/technology/technology';
import type { DriverKit } from '../../engine/audio/legs/driver-kit';
import type { AwaitedSockets, CallSocket } from '../../engine/audio/legs/media-socket';
import { kindOfFormat } from '../../media/tcp-audio/message-kinds';
import { payloadsOfFormat } from '../../media/rtp/payload/payload-types';
import type { Clock } from '../../shared/time/clock';
import type { Destinations } from '../../shared/network/destinations';
import type { Logger } from '../../shared/logger';
import type { CallServices } from './calls';
import type { Engine } from './engine';
import type { InForce } from '../settings/in-force';
import type { MediaServices } from './media-parts';
import type { Provisions } from '../module-contents/provisions';
import type { PhoneParts } from './phones';
import type { SipParts } from './sip';

export interface TechnologyDeps {
  readonly config: ServerConfig;
  readonly rtp: InForce<RtpConfig>;
  readonly engine: Pick<Engine, 'events'>;
  readonly calls: Pick<CallServices, 'channels' | 'local' | 'intake' | 'transfers'>;
  readonly media: Pick<MediaServices, 'legs' | 'outside' | 'sound'>;
  readonly sockets: MediaSockets;
  readonly sip: Pick<SipParts, 'driver'>;
  readonly phones: Pick<PhoneParts, 'driver'>;
  readonly provisions: Pick<Provisions, 'codecs'>;
  readonly destinations: Destinations;
  readonly clock: Clock;
  readonly log: Logger;
}

export type DriverKitDeps = Omit<TechnologyDeps, 'rtp' | 'sockets' | 'sip' | 'phones' | 'destinations'>;

/** What every driver is given. */
export function driverKit(deps: DriverKitDeps): DriverKit {
  const { channels, intake, transfers } = deps.calls;
  const { legs, outside, sound: music } = deps.media;
  return {
    channels,
    intake,
    transfers,
    legs,
    outside,
    music,
    clock: deps.clock,
    log: deps.log,
    events: deps.engine.events,
    language: deps.config.options.defaultLanguage,
    canCarry: (format) => deps.provisions.codecs.has(format),
  };
}

/** The media websockets that the doors open. */
export interface MediaSockets {
  readonly awaited: AwaitedSockets;
  readonly callSocket: CallSocket;
  readonly isClient: (id: string) => boolean;
}

/** All technologies that channels can be made with, by name. */
export function technologyLibrary(deps: TechnologyDeps): ReadonlyMap<string, Technology> {
  const { config, sockets } = deps;
  const kit = driverKit(deps);
  const technologies: readonly Technology[] = [
    deps.calls.local,
    deps.sip.driver,
    deps.phones.driver,
    new RtpDriver({
      ...kit,
      destinations: deps.destinations,
      payloadsOf: payloadsOfFormat,
      settings: () => {
        const { firstPort: first, lastPort: last, learnsSender, probation } = deps.rtp.current;
        return { ports: { first, last }, sender: { isStrict: learnsSender, probation, isFollowed: false } };
      },
    }),
    new AudioSocketDriver({
      ...kit,
      canCarry: (format) => kit.canCarry(format) && kindOfFormat(format) !== undefined,
    }),
    new WebsocketDriver({
      ...kit,
      ...sockets,
      control: config.mediaSockets.controlFormat,
      nextConnectionId: randomUUID,
    }),
  ];
  return new Map(technologies.map((technology) => [technology.name, technology]));
}
