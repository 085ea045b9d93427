import type { ServerConfig } from '../config/server-config';
import { RtpDriver } from '../drivers/rtp/rtp-driver';
import { payloadOfFormat } from '../media/rtp/payload-types';
import type { CallHouse } from './calls';
import type { FurnishedMedia } from './media-parts';

export interface OutsideDeps {
  readonly config: ServerConfig;
  readonly calls: Pick<CallHouse, 'channels' | 'technologies'>;
  readonly media: Pick<FurnishedMedia, 'legs' | 'outside'>;
}

/** The technologies whose audio leads out of the server. */
export function addOutsideTechnologies({ config, calls, media }: OutsideDeps): void {
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
}
