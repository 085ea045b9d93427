import { channelsOf } from '../../src/observe/event-label';
import type { TestBay, TestOptions } from '../../src/testing/start';
import { startPatchbay } from '../../src/testing/start';

const dialplan = `
exten => 100,1,Stasis(ivr)
exten => 200,1,Answer(,i)
 same => n,Wait(60)
 same => n,Hangup()
exten => 300,1,Dial(Phone/bob,20)
 same => n,Goto(\${DIALSTATUS},1)
exten => BUSY,1,Answer()
 same => n,Playback(all-lines-busy)
exten => NOANSWER,1,Answer()
 same => n,Playback(please-try-again)
`;

/** An IVR on the typed client: greets, and answers a digit with another sound. */
async function ivr(bay: TestBay, options = {}): Promise<void> {
  const client = await bay.connect('ivr', options);
  client.on('StasisStart', async ({ channel: { id: channelId } }) => {
    await client.channels.answer({ channelId });
    await client.channels.play({ channelId, media: ['sound:demo-greeting'] });
  });
  client.on('ChannelDtmfReceived', async ({ channel: { id: channelId }, digit }) => {
    if (digit === '1') await client.channels.play({ channelId, media: ['sound:thank-you'] });
    else await client.channels.hangup({ channelId });
  });
}

describe('a server under test, with a virtual clock', () => {
  let bay: TestBay;
  const start = async (options: TestOptions = {}): Promise<TestBay> =>
    (bay = await startPatchbay({ dialplan, clock: 'virtual', ...options }));
  afterEach(() => bay.close());

  it('lets a phone call an IVR, hear it and press keys', async () => {
    await start();
    await ivr(bay);
    const alice = bay.phone('alice', { callerId: 'Alice <1001>' });

    await alice.calls('100');
    await alice.hears('demo-greeting');
    await alice.presses('1');
    await alice.hears('thank-you');
    await alice.presses('2');

    expect(await alice.hasEnded()).toBe(16);
    await bay.expectQuiet();
  });

  it('lets a minute pass at once', async () => {
    await start();
    const alice = bay.phone('alice');
    await alice.calls('200');
    const before = bay.now();
    await bay.advance('59s');
    expect(alice.state).toBe('up');
    await bay.advance('1s');

    expect(alice.state).toBe('ended');
    expect(bay.now() - before).toBe(60_000);
  });

  it('lets phones answer after a while, be busy, or ring without an answer', async () => {
    await start();
    const [alice, bob] = [bay.phone('alice'), bay.phone('bob')];

    await bob.answers({ after: '5s' });
    await alice.calls('300');
    const before = bay.now();
    await bob.isAnswered();
    expect(bay.now() - before).toBe(5000);
    await bob.says('hello-world');
    await alice.hears('hello-world');
    await alice.hangsUp();
    expect(await bob.hasEnded()).toBe(16);

    bob.busy();
    await alice.calls('300');
    await alice.hears('all-lines-busy');
    await alice.hangsUp();

    bob.rings();
    await alice.calls('300');
    await alice.hears('please-try-again', { within: '25s' });
  });

  it('tells the same story in every run', async () => {
    const stories = new Set<string>();
    for (let run = 0; run < 20; run += 1) {
      await start({ seed: 7 });
      await ivr(bay);
      const alice = bay.phone('alice');
      await alice.calls('100');
      await alice.hears('demo-greeting');
      await alice.presses('1');
      await alice.hears('thank-you');
      await alice.hangsUp();
      await bay.settle();
      stories.add(JSON.stringify(bay.log.lines));
      await bay.close();
    }

    expect(stories.size).toBe(1);
  });

  it('ties every event to the channels that its body names', async () => {
    await start();
    const [alice, bob] = [bay.phone('alice'), bay.phone('bob')];
    await bob.answers({ after: '1s' });
    await alice.calls('300');
    await bob.isAnswered();
    await alice.hangsUp();
    await bob.hasEnded();

    const events = bay.log.lines.filter(({ kind }) => kind === 'event' || kind === 'step');
    const named = events.map(({ body }) => channelsOf(body as Readonly<Record<string, unknown>>).map(({ id }) => id));
    expect(events.map(({ label }) => label)).toEqual(expect.arrayContaining(['Dial ANSWER', 'ChannelCreated']));
    expect(events.map(({ channelIds }) => [...channelIds].sort())).toEqual(
      named.map((ids) => [...new Set(ids)].sort()),
    );
  });

  it('draws the call when an expectation fails', async () => {
    await start();
    const alice = bay.phone('alice');
    await alice.calls('200');

    const failure = alice.hears('hello-world', { within: '3s' });

    await expect(failure).rejects.toThrow(/alice has not heard 'hello-world' within 3 s[^]*ChannelDialplan Wait\(60\)/);
  });
});
