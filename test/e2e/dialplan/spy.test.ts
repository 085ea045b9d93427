import { goertzel } from '../../../src/media/samples/levels';
import { AudioCalls } from '../../support/media/audio-calls';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';

const spying = (extension: string, application: string): string => `
exten => ${extension},1,Answer(,i)
 same => n,${application}
 same => n,Stasis(hello,done)`;
const dialplan = `
exten => far,1,Answer(,i)
 same => n,Stasis(hello,far)
${spying('both', 'ChanSpy(c1,qux(9))')}
${spying('incoming', 'ChanSpy(c1,quo)')}
${spying('whisper', 'ChanSpy(c1,quw)')}
${spying('private', 'ChanSpy(c1,quW)')}
${spying('modes', 'ChanSpy(c1,qud)')}
${spying('prefix', 'ChanSpy(Local/far,qS)')}
${spying('extension', 'ExtenSpy(far@default,qEo)')}
${spying('nobody', 'ChanSpy(Local/absent,qS)')}
${spying('group', 'ChanSpy(Local/far,qSg(sales:support))')}
`;
const rate = 8000;

describe('ChanSpy, in the media thread', () => {
  let rig: CallRig;
  let app: AppSocket;
  let calls: AudioCalls;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan);
  });
  beforeEach(async () => {
    app = await rig.open('hello');
    calls = new AudioCalls(rig, app);
    await calls.call('c1');
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  /** A supervisor calls the extension; what comes of it is heard on c2. */
  async function supervise(extension: string): Promise<void> {
    await rig.originate('c2', extension);
    await until(app, 'StasisStart c2');
  }
  /** Which of the tones a channel hears. */
  async function heardBy(channel: string, tones: readonly number[]): Promise<boolean[]> {
    const [samples = new Int16Array()] = await calls.listen([`channels/${encodeURIComponent(channel)}`]);
    return tones.map((tone) => goertzel(samples.subarray(samples.length / 2), tone, rate) > 500);
  }
  const press = (digit: string) => rig.rest.post(`/channels/c2/dtmf?dtmf=${digit}`);

  it.each([
    ['both', [true, true]],
    ['incoming', [true, false]],
    ['private', [false, false]],
    ['prefix', [true, true]],
  ])('with %s hears what comes and what goes: %j', async (extension, expected) => {
    await supervise(extension);
    await calls.play('c1;2', 'tone:440');
    await calls.play('c1', 'tone:1000');

    expect(await heardBy('c2', [440, 1000])).toEqual(expected);
  });

  it.each([
    ['both', false],
    ['whisper', true],
    ['private', true],
  ])('with %s is heard by the spied channel: %s', async (extension, expected) => {
    await supervise(extension);
    await calls.play('c2', 'tone:700');

    expect(await heardBy('c1;2', [700])).toEqual([expected]);
  });

  it('changes between listening and whispering by digits', async () => {
    await supervise('modes');
    await press('5');
    await calls.play('c2', 'tone:700');

    expect(await heardBy('c1;2', [700])).toEqual([true]);
  });

  it('hears only channels of its groups', async () => {
    await rig.originate('c2', 'group');
    await until(app, 'StasisStart c2;2 done');
    await rig.rest.delete('/channels/c2');
    await until(app, 'ChannelDestroyed c2 16');
    await calls.set('c1', 'SPYGROUP', 'billing:support');
    await supervise('group');
    await calls.play('c1;2', 'tone:440');

    expect(await heardBy('c2', [440])).toEqual([true]);
  });

  it('is left by its digit', async () => {
    await supervise('both');
    await press('9');

    await until(app, 'StasisStart c2;2 done');
  });

  it('ends with the spied channel, or where there is none', async () => {
    await supervise('extension');
    await rig.rest.delete('/channels/c1');
    await until(app, 'StasisStart c2;2 done');
    await rig.originate('c3', 'nobody');

    await until(app, 'StasisStart c3;2 done');
  });
});
