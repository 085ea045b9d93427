import { randomUUID } from 'node:crypto';
import type { ServerConfig } from '../config/server-config';
import { AudioSocketDriver } from '../drivers/audio-socket/audio-socket-driver';
import { RtpDriver } from '../drivers/rtp/rtp-driver';
import { WebsocketDriver } from '../drivers/websocket/websocket-driver';
import type { AwaitedSockets, CallSocket } from '../engine/media/media-socket';
import { kindOfFormat } from '../media/audio-socket/message-kinds';
import { codecNames } from '../media/codecs/make-codec';
import { payloadOfFormat } from '../media/rtp/payload-types';
import type { Logger } from '../shared/logger';
import type { CallHouse } from './calls';
import type { FurnishedMedia } from './media-parts';

export interface OutsideDeps {
  readonly config: ServerConfig;
  readonly calls: Pick<CallHouse, 'channels' | 'technologies'>;
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

/** The technologies whose audio leads out of the server. */
export function addOutsideTechnologies({ config, calls, media, sockets, log }: OutsideDeps): void {
  const { firstPort: first, lastPort: last, learnsSender } = config.rtp;
  const { channels, technologies } = calls;
  const { legs, outside } = media;
  technologies.add(
    new RtpDriver({
      ...{ channels, legs, outside, learnsSender },
      canCarry: (format) => payloadOfFormat(format) !== undefined,
      ports: { first, last },
      language: config.options.defaultLanguage,
    }),
  );
  technologies.add(
    new AudioSocketDriver({
      ...{ channels, legs, outside, log },
      canCarry: (format) => kindOfFormat(format) !== undefined,
      language: config.options.defaultLanguage,
    }),
  );
  technologies.add(
    new WebsocketDriver({
      ...{ channels, legs, outside, log, ...sockets },
      canCarry: (format) => codecNames.includes(format),
      control: config.mediaSockets.controlFormat,
      language: config.options.defaultLanguage,
      nextConnectionId: randomUUID,
    }),
  );
}
