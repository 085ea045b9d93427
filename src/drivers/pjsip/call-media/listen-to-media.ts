import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { DriverKit } from '../../../engine/audio/legs/driver-kit';
import type { Channel } from '../../../engine/calls/channel/channel';
import { causes } from '../../../engine/calls/channel/hangup-cause';
import type { CallMedia } from './call-media';
import { SilenceGuard } from './silence-guard';

export interface ListeningDeps {
  readonly endpoint: EndpointConfig;
  readonly kit: DriverKit;
}

/** The audio side tells of digits, silence and its end, as long as the channel exists. */
export function listenToMedia(channel: Channel, media: CallMedia, { endpoint, kit }: ListeningDeps): void {
  const silence = new SilenceGuard(channel, media, { endpoint, clock: kit.clock, log: kit.log });
  const stopListening = kit.outside.listen(media.leg, {
    onDigit: (digit, milliseconds) => channel.receive({ type: 'digit', digit, milliseconds }),
    onEnded: (reason) => {
      kit.log.warn({ channel: channel.id, reason }, 'audio of a SIP call has failed');
      channel.farEndHungUp({ cause: causes.failure });
    },
    onSilent: (milliseconds) => silence.noticed(milliseconds),
    onHeardAgain: () => silence.stop(),
  });
  channel.onDestroyed(() => {
    silence.stop();
    stopListening();
  });
}
