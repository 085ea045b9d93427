import { AppSocket } from '../../test/support/sockets/socket-peer';
import type { Attack, AttackContext } from '../attack';
import { mustHold } from '../attack';
import { untilEvent } from '../harness/events';

/** The metadata service of clouds, multicast and broadcast addresses, and other spellings of them. */
const forbidden = [
  '169.254.169.254',
  '224.0.0.1',
  '239.255.255.250',
  '255.255.255.255',
  '0.0.0.0',
  '[fe80::1]',
  '[ff02::1]',
  '[::]',
  '[::ffff:169.254.169.254]',
  '[fd00:ec2::254]',
];

async function sendAudioTo({ victim, closeAfterwards }: AttackContext): Promise<void> {
  const app = await AppSocket.open(victim.origin, 'app=attack');
  closeAfterwards(() => app.abort());
  for (const host of forbidden) {
    for (const more of ['', '&encapsulation=audiosocket&transport=tcp&data=40325ec2-5efd-4bd3-805f-53576e581d13']) {
      const place = encodeURIComponent(`${host}:9`);
      const query = `app=attack&external_host=${place}&format=slin&channelId=audio${more}`;
      const { status } = await victim.rest.post(`/channels/externalMedia?${query}`);
      mustHold(status >= 400 && status < 500, `audio can be sent to ${host}${more.slice(0, 27)}: ${status}`);
    }
  }
}

async function fetchSoundsFrom({ victim, closeAfterwards }: AttackContext): Promise<void> {
  const app = await AppSocket.open(victim.origin, 'app=attack');
  closeAfterwards(() => app.abort());
  await victim.rest.post('/channels/c1?endpoint=Local/up@default&app=attack');
  await untilEvent(app, 'StasisStart', 'c1');
  const { port } = new URL(victim.origin);
  for (const host of [
    '169.254.169.254',
    '127.0.0.1',
    '[::1]',
    'localhost',
    '0177.0.0.1',
    '2130706433',
    '[::ffff:127.0.0.1]',
  ]) {
    const media = `sound:http://${host}:${port}/healthz.wav`;
    const { status } = await victim.rest.post('/channels/c1/play', { media: [media] });
    if (status !== 201) continue;
    const { playback } = await untilEvent(app, 'PlaybackFinished');
    const { state } = playback as { readonly state: string };
    mustHold(state === 'failed', `${media} ended as ${state}`);
  }
  const asked = victim.log
    .split('\n')
    .filter((line) => line.includes('healthz.wav') && line.includes('request refused'));
  mustHold(asked.length === 0, 'the server has asked itself');
}

export const addresses: readonly Attack[] = [
  {
    name: 'addresses-audio',
    does: 'has audio sent to the metadata service of clouds, to multicast and broadcast addresses',
    holds: 'each of these addresses is refused with 4xx',
    run: sendAudioTo,
  },
  {
    name: 'addresses-sounds',
    does: 'plays sounds from this machine and from the metadata service under many spellings',
    holds: 'the shipped rules let none of these addresses be connected to',
    run: fetchSoundsFrom,
  },
];
