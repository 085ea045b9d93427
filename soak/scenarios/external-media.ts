import { RtpPeer } from '../../test/support/media/rtp-peer';
import { MediaSocketPeer } from '../../test/support/media/media-socket-peer';
import { untilEvent } from '../../attack/harness/events';
import type { Scenario, Scene } from '../scenario';
import { Interrupted } from '../scenario';

type Vars = Readonly<Record<string, string>>;

/** Milliseconds of audio in a frame, and its bytes in µ-law. */
const frame = new Uint8Array(160).fill(0x7f);

/** A program exchanges audio with a call by RTP. */
async function rtp(scene: Scene): Promise<void> {
  const app = await scene.listen();
  const peer = await RtpPeer.open();
  scene.finally(() => peer.close());
  const { id, vars } = await externalChannel(scene, `external_host=127.0.0.1:${peer.port}&format=ulaw`);
  await untilEvent(app, 'StasisStart', id);
  await scene.bridge(id, await scene.call(app, 'speak'));
  await peer.speak(Number(vars['UNICASTRTP_LOCAL_PORT']), scene.random.below(20), () => frame);
  await peer.until(1, () => true);
}

/** A program exchanges audio with a call by a websocket, and disconnects with or without a close frame. */
async function websocket(scene: Scene): Promise<void> {
  const app = await scene.listen();
  const query = 'transport=websocket&encapsulation=none&connection_type=server&format=ulaw';
  const { id, vars } = await externalChannel(scene, query);
  const peer = await MediaSocketPeer.connect(scene.victim.origin, vars['MEDIA_WEBSOCKET_CONNECTION_ID'] ?? '');
  scene.finally(() => (scene.random.chance(0.5) ? peer.close() : peer.socket.terminate()));
  peer.send('ANSWER');
  await untilEvent(app, 'StasisStart', id);
  await scene.bridge(id, await scene.call(app, 'speak'));
  for (let count = scene.random.below(20); count > 0; count -= 1) peer.send(frame);
  // More than once: a media thread that is killed takes along what it was asked.
  const asking = setInterval(() => peer.send('GET_STATUS'), 200);
  scene.finally(() => clearInterval(asking));
  await peer.text('STATUS');
  await peer.untilFrames(1);
}

async function externalChannel(scene: Scene, query: string): Promise<{ readonly id: string; readonly vars: Vars }> {
  const id = scene.name('external');
  const target = `/channels/externalMedia?app=${scene.application}&channelId=${id}&${query}`;
  const { status, body } = await scene.expect(scene.rest.post(target), [200, 400, 503]);
  const { message } = body as { readonly message?: string };
  if (status === 503) throw new Interrupted(message);
  if (status === 400) throw new Error(message);
  scene.finally(() => scene.rest.delete(`/channels/${id}`));
  return { id, vars: (body as { readonly channelvars: Vars }).channelvars };
}

export const externalMediaScenarios: readonly Scenario[] = [
  { name: 'rtp', weight: 4, play: rtp },
  { name: 'media-websocket', weight: 4, play: websocket },
];
