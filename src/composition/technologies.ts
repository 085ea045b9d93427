import { randomUUID } from 'node:crypto';
import type { ServerConfig } from '../config/server-config';
import { AudioSocketDriver } from '../drivers/audio-socket/audio-socket-driver';
import { RtpDriver } from '../drivers/rtp/rtp-driver';
import { WebsocketDriver } from '../drivers/websocket/websocket-driver';
import type { ChannelDriver } from '../engine/calls/line';
import type { AwaitedSockets, CallSocket } from '../engine/media/media-socket';
import { kindOfFormat } from '../media/audio-socket/message-kinds';
import { codecNames } from '../media/codecs/make-codec';
import { payloadOfFormat } from '../media/rtp/payload-types';
import type { Logger } from '../shared/logger';
import type { CallHouse } from './calls';
import type { FurnishedMedia } from './media-parts';

export interface TechnologyDeps {
  readonly config: ServerConfig;
  readonly calls: Pick<CallHouse, 'channels' | 'local'>;
  readonly media: Pick<FurnishedMedia, 'legs' | 'outside'>;
  readonly sockets: MediaSockets;
  readonly log: Logger;
}

/** The media websockets that the doors open. */
export interface MediaSockets {
  readonly awaited: AwaitedSockets;
  readonly callSocket: CallSocket;
  readonly isClient: (id: string) => boolean;
}

/** All technologies that channels can be made with, by name. */
export function technologyLibrary({ config, calls, media, sockets, log }: TechnologyDeps): Drivers {
  const { firstPort: first, lastPort: last, learnsSender } = config.rtp;
  const { channels, local } = calls;
  const { legs, outside } = media;
  const language = config.options.defaultLanguage;
  const drivers: readonly ChannelDriver[] = [
    local,
    new RtpDriver({
      ...{ channels, legs, outside, learnsSender, language },
      canCarry: (format) => payloadOfFormat(format) !== undefined,
      ports: { first, last },
    }),
    new AudioSocketDriver({
      ...{ channels, legs, outside, log, language },
      canCarry: (format) => kindOfFormat(format) !== undefined,
    }),
    new WebsocketDriver({
      ...{ channels, legs, outside, log, language, ...sockets },
      canCarry: (format) => codecNames.includes(format),
      control: config.mediaSockets.controlFormat,
      nextConnectionId: randomUUID,
    }),
  ];
  return new Map(drivers.map((driver) => [driver.technology, driver]));
}

type Drivers = ReadonlyMap<string, ChannelDriver>;
