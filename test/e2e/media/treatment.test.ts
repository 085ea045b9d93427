import { goertzel } from '../../../src/media/samples/levels';
import { AudioCalls } from '../../support/media/audio-calls';
import { lineOf, until } from '../../support/calls/call-events';
import { within } from '../../support/eventually';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket, Message } from '../../support/sockets/socket-peer';

const value = (name: string): string => `$\{${name}}`;
const dialplan = `
exten => far,1,Answer(,i)
 same => n,Stasis(hello,far)
exten => soft,1,Answer(,i)
 same => n,Set(VOLUME(TX)=-2)
 same => n,Stasis(hello,${value('VOLUME(TX)')})
exten => reads,1,Answer(,i)
 same => n,Set(CHANNEL(digitdetect)=on)
 same => n,Read(GOT,,2)
 same => n,Stasis(hello,got ${value('GOT')})
`;
const tone = 440;
const rate = 8000;
/** Digits as sound. */
const patterns: Readonly<Record<string, string>> = {
  '1': '!697+1209/100',
  '2': '!697+1336/100',
  '4': '!770+1209/100',
  '#': '!941+1477/100',
};

describe('the sound of a channel', () => {
  let rig: CallRig;
  let app: AppSocket;
  let calls: AudioCalls;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan);
  });
  beforeEach(async () => {
    app = await rig.open('hello');
    calls = new AudioCalls(rig, app);
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  const play = (channel: string, pattern: string): Promise<void> => calls.play(channel, `tone:${pattern}`);

  /** Sounds like a digit in the far end's ear, and then like nothing. */
  async function press(channel: string, digit: string): Promise<void> {
    await rig.rest.delete('/playbacks/key');
    const media = `tone:${encodeURIComponent(patterns[digit] ?? '')}`;
    const target = `/channels/${encodeURIComponent(channel)}/play/key?media=${media}`;
    expect(await rig.status('post', target)).toBe(201);
  }

  /** What sounds is over first: it keeps its turn. */
  async function signal(channel: string, digit: string): Promise<void> {
    await rig.rest.delete('/playbacks/key');
    expect(await rig.status('post', `/channels/${encodeURIComponent(channel)}/dtmf?dtmf=${digit}`)).toBe(204);
  }

  /** The amplitude of the tone in what comes from the far end of the channel, once it is steady. */
  async function loudness(channel: string): Promise<number> {
    const target = `/channels/${encodeURIComponent(channel)}/record?name=r&format=wav&maxDurationSeconds=1`;
    expect(await rig.status('post', `${target}&ifExists=overwrite`)).toBe(201);
    await until(app, 'RecordingFinished');
    const samples = await calls.stored('r');
    return goertzel(samples.subarray(samples.length - rate / 2), tone, rate);
  }

  const decibelsBetween = (before: number, after: number): number => 20 * Math.log10(after / before);

  /** The next digits of a channel, as many as said. */
  async function digitsOf(channel: string, count: number): Promise<Message[]> {
    const digits: Message[] = [];
    const lines: string[] = [];
    while (digits.length < count) {
      const message = await within(app.next(), () => `no digit of ${channel}:\n${lines.join('\n')}`);
      lines.push(lineOf(message));
      if (message.type === 'ChannelDtmfReceived' && idOf(message) === channel) digits.push(message);
    }
    return digits;
  }

  it('is twice or half as strong where VOLUME says so, in the direction it says', async () => {
    await calls.call('c1');
    await play('c1;2', String(tone));
    const plain = await loudness('c1');
    await calls.set('c1', 'VOLUME(RX)', '2');
    const louder = await loudness('c1');
    await calls.set('c1', 'VOLUME(RX)', '-2');
    const softer = await loudness('c1');
    await calls.set('c1', 'VOLUME(RX)', '0');
    await calls.set('c1', 'VOLUME(TX)', '5');
    const untouched = await loudness('c1');

    expect(decibelsBetween(plain, louder)).toBeCloseTo(6.02, 1);
    expect(decibelsBetween(plain, softer)).toBeCloseTo(-6.02, 1);
    expect(decibelsBetween(plain, untouched)).toBeCloseTo(0, 1);
    expect(await calls.get('c1', 'VOLUME(TX)')).toEqual({ value: '5' });
  });

  it('is changed by the decibels of CHANNEL(txgain), which is the same setting', async () => {
    await calls.call('c1');
    await play('c1;2', String(tone));
    const plain = await loudness('c1');
    await calls.set('c1;2', 'CHANNEL(txgain)', '-12');
    const softer = await loudness('c1');

    expect(decibelsBetween(plain, softer)).toBeCloseTo(-12, 1);
    expect(await calls.get('c1;2', 'VOLUME(TX)')).toEqual({ value: '-3.981' });
  });

  it('is changed by the dialplan before any was heard', async () => {
    await calls.call('c1', { extension: 'soft' });
    await calls.call('c2');
    await play('c1;2', String(tone));
    await play('c2;2', String(tone));

    expect(decibelsBetween(await loudness('c2'), await loudness('c1'))).toBeCloseTo(-6.02, 1);
  });

  it('is not a digit unless digits are looked for in it', async () => {
    await calls.call('c1');
    await press('c1;2', '1');
    await loudness('c1');
    await signal('c1;2', '9');

    expect(await digitsOf('c1', 1)).toMatchObject([{ digit: '9' }]);
    expect(await calls.get('c1', 'CHANNEL(digitdetect)')).toEqual({ value: '0' });
  });

  it('is a digit with its duration when they are, and no longer when they are not', async () => {
    await calls.call('c1');
    await calls.set('c1', 'CHANNEL(digitdetect)', 'on');
    await press('c1;2', '1');
    const [digit] = await digitsOf('c1', 1);
    await calls.set('c1', 'CHANNEL(digitdetect)', 'off');
    await press('c1;2', '1');
    await loudness('c1');
    await signal('c1;2', '9');

    expect(digit).toMatchObject({ digit: '1' });
    expect(Math.abs(Number(digit?.['duration_ms']) - 100)).toBeLessThanOrEqual(26);
    expect(await digitsOf('c1', 1)).toMatchObject([{ digit: '9' }]);
  });

  it('ends a recording by a digit, and is read by the dialplan', async () => {
    await calls.call('c1');
    await calls.set('c1', 'CHANNEL(digitdetect)', 'on');
    await rig.rest.post('/channels/c1/record?name=ended&format=wav&terminateOn=%23');
    await until(app, 'RecordingStarted');
    await press('c1;2', '#');
    await until(app, 'RecordingFinished');

    await rig.originate('c2', 'reads');
    await until(app, 'StasisStart c2');
    await press('c2', '4');
    await digitsOf('c2;2', 1);
    await press('c2', '2');

    expect(await until(app, 'StasisStart c2;2 got 42')).toContain('ChannelDtmfReceived c2;2');
  });

  it('is one digit for a party that gets it as a signal from a bridge and hears it too', async () => {
    await calls.call('c1');
    await calls.call('c2');
    for (const channel of ['c1', 'c2;2']) await calls.set(channel, 'CHANNEL(digitdetect)', 'yes');
    await rig.rest.post('/bridges/b1');
    await rig.rest.post('/bridges/b1/addChannel?channel=c1,c2');
    await press('c1;2', '1');
    const [first] = await digitsOf('c2;2', 1);
    await press('c1;2', '#');
    const [second] = await digitsOf('c2;2', 1);
    await signal('c1;2', '9');
    const [third] = await digitsOf('c2;2', 1);

    expect([first, second, third]).toMatchObject([{ digit: '1' }, { digit: '#' }, { digit: '9' }]);
  });
});

function idOf({ channel }: Message): string {
  return (channel as { readonly id: string } | undefined)?.id ?? '';
}
