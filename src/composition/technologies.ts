import { randomUUID } from 'node:crypto';
import type { RtpConfig, ServerConfig } from '../config/server-config';
import { AudioSocketDriver } from '../drivers/audio-socket/audio-socket-driver';
import { RtpDriver } from '../drivers/unicast-rtp/rtp-driver';
import { WebsocketDriver } from '../drivers/websocket/websocket-driver';
import type { ChannelDriver } from '../engine/calls/line';
import type { AwaitedSockets, CallSocket } from '../engine/audio/legs/media-socket';
import { kindOfFormat } from '../media/tcp-audio/message-kinds';
import { payloadsOfFormat } from '../media/rtp/payload-types';
import type { Destinations } from '../shared/destinations';
import type { Logger } from '../shared/logger';
import type { CallHouse } from './calls';
import type { InForce } from './in-force';
import type { FurnishedMedia } from './media-parts';
import type { Provisions } from './module-contents/provisions';

export interface TechnologyDeps {
  readonly config: ServerConfig;
  readonly rtp: InForce<RtpConfig>;
  readonly calls: Pick<CallHouse, 'channels' | 'local'>;
  readonly media: Pick<FurnishedMedia, 'legs' | 'outside'>;
  readonly sockets: MediaSockets;
  readonly provisions: Pick<Provisions, 'codecs'>;
  readonly destinations: Destinations;
  readonly log: Logger;
}

/** The media websockets that the doors open. */
export interface MediaSockets {
  readonly awaited: AwaitedSockets;
  readonly callSocket: CallSocket;
  readonly isClient: (id: string) => boolean;
}

/** All technologies that channels can be made with, by name. */
export function technologyLibrary(deps: TechnologyDeps): Drivers {
  const { config, calls, media, sockets, log } = deps;
  const { codecs } = deps.provisions;
  const { channels, local } = calls;
  const { legs, outside } = media;
  const language = config.options.defaultLanguage;
  const drivers: readonly ChannelDriver[] = [
    local,
    new RtpDriver({
      ...{ channels, legs, outside, destinations: deps.destinations, language },
      canCarry: (format) => codecs.has(format),
      payloadsOf: payloadsOfFormat,
      settings: () => {
        const { firstPort: first, lastPort: last, learnsSender, probation } = deps.rtp.current;
        return { ports: { first, last }, sender: { isStrict: learnsSender, probation, isFollowed: false } };
      },
    }),
    new AudioSocketDriver({
      ...{ channels, legs, outside, log, language },
      canCarry: (format) => codecs.has(format) && kindOfFormat(format) !== undefined,
    }),
    new WebsocketDriver({
      ...{ channels, legs, outside, log, language, ...sockets },
      canCarry: (format) => codecs.has(format),
      control: config.mediaSockets.controlFormat,
      nextConnectionId: randomUUID,
    }),
  ];
  return new Map(drivers.map((driver) => [driver.technology, driver]));
}

type Drivers = ReadonlyMap<string, ChannelDriver>;
