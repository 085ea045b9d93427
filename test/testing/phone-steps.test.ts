import type { Phone, PhoneCall } from '../../generated/models';
import type { TestBay } from '../../src/testing/start';
import { startPatchbay } from '../../src/testing/start';
import { Rest } from '../support/sockets/socket-rest';

const dialplan = `
exten => 100,1,Stasis(ivr)
exten => 300,1,Dial(Phone/bob,20)
 same => n,NoOp(\${DIALSTATUS})
exten => 400,1,Answer(,i)
 same => n,Playback(goodbye)
 same => n,Wait(60)
exten => 500,1,Answer(,i)
 same => n,Wait(60)
`;
const phonesConf = `[general]\n[bob]\nkind = simulated\ncontext = default\non_call = `;

/** What bob does when Alice calls him with Dial, how the call ends or goes on, and events that show it. */
const behaviours: readonly (readonly [script: string, status: string, events: readonly string[]])[] = [
  ['ring 2, answer', 'ANSWER', ['ChannelStateChange Ringing', 'ChannelStateChange Up', 'Dial ANSWER']],
  ['answer', 'ANSWER', ['ChannelStateChange Up', 'Dial ANSWER']],
  ['progress, play hello-world, answer', 'ANSWER', ['Dial PROGRESS', 'ChannelStateChange Up', 'Dial ANSWER']],
  ['busy', 'BUSY', ['Dial BUSY']],
  ['reject', 'Dial', ['ChannelDestroyed 21']],
  ['ring', 'NOANSWER', ['ChannelStateChange Ringing', 'Dial NOANSWER']],
  ['ring 3, busy', 'BUSY', ['ChannelStateChange Ringing', 'Dial BUSY']],
  ['wait 1, answer', 'ANSWER', ['ChannelStateChange Up']],
  ['answer, hang up', 'ANSWER', ['Dial ANSWER', 'ChannelDestroyed 16']],
];

describe('what a phone of phones.conf does when it is called', () => {
  it.each(behaviours)('%s: %s', async (script, status, events) => {
    const files = { 'phones.conf': `${phonesConf}${script}\n` };
    const bay = await startPatchbay({ dialplan, files, clock: 'virtual' });
    const alice = bay.phone('alice');
    await alice.calls('300');
    await bay.advance('25s');
    const told = bay.log.events(alice.channelId);
    const dialled = told.filter((event) => event.startsWith('Dial ')).at(-1);

    expect(`${dialled ?? ''} ${told.filter((event) => event.includes('NoOp')).join()}`).toContain(status);
    let from = 0;
    for (const event of events) {
      const at = told.findIndex((each, index) => index >= from && each.startsWith(event));
      expect([event, at >= 0]).toEqual([event, true]);
      from = at + 1;
    }
    await bay.close();
  });
});

describe('what a phone does in a call, through the resource phones', () => {
  let bay: TestBay;
  let rest: Rest;
  beforeEach(async () => {
    bay = await startPatchbay({ dialplan, clock: 'virtual' });
    rest = new Rest(bay.url, `${bay.user}:${bay.password}`);
    await rest.put('/phones/bob?onCall=answer');
  });
  afterEach(() => bay.close());

  const act = async (name: string, script: string): Promise<void> => {
    const { status } = await rest.post(`/phones/${name}/act?script=${encodeURIComponent(script)}`);
    expect(status).toBe(202);
    await bay.advance('3s');
  };
  const callsOf = async (name: string): Promise<readonly PhoneCall[]> =>
    ((await rest.get(`/phones/${name}`)).body as Phone).calls;

  it('press, hold, resume and hang up reach an application', async () => {
    const client = await bay.connect('ivr');
    const met: string[] = [];
    client.on('StasisStart', async ({ channel: { id: channelId } }) => client.channels.answer({ channelId }));
    client.on('ChannelDtmfReceived', ({ digit }) => void met.push(digit));
    client.on('ChannelHold', () => void met.push('hold'));
    client.on('ChannelUnhold', () => void met.push('resume'));
    client.on('StasisEnd', () => void met.push('ended'));
    const alice = bay.phone('alice');
    await alice.calls('100');
    await alice.isAnswered();
    for (const script of ['press 1#', 'hold', 'resume', 'wait 1, press A, hangup']) await act('alice', script);

    expect(met).toEqual(['1', '#', 'hold', 'resume', 'A', 'ended']);
  });

  it('play is heard by the other end, and hear waits for it', async () => {
    const alice = bay.phone('alice');
    await alice.calls('300');
    await bay.phone('bob').isAnswered();
    await act('alice', 'hear goodbye, hangup');
    expect(alice.state).toBe('up');
    await act('bob', 'play goodbye');

    expect(alice.state).toBe('ended');
  });

  it('text is received by the other phone', async () => {
    const alice = bay.phone('alice');
    await alice.calls('300');
    const bob = bay.phone('bob');
    await bob.isAnswered();
    await act('alice', 'text "one, two"');

    expect(bob.texts).toEqual(['one, two']);
  });

  it('transfer connects the other end with an extension, and ends the own call', async () => {
    const [alice, bob] = [bay.phone('alice'), bay.phone('bob')];
    await alice.calls('300');
    await bob.isAnswered();
    await act('bob', 'transfer 400');
    await alice.hears('goodbye');

    expect([alice.state, bob.state]).toEqual(['up', 'ended']);
    expect(bay.log.events(alice.channelId)).toContainEqual(expect.stringMatching(/^BridgeBlindTransfer/));
    await alice.hangsUp();
    await bay.expectQuiet();
  });

  it('transfer to an extension that does not exist changes nothing', async () => {
    const [alice, bob] = [bay.phone('alice'), bay.phone('bob')];
    await alice.calls('300');
    await bob.isAnswered();
    await act('bob', 'transfer nowhere');

    expect([alice.state, bob.state]).toEqual(['up', 'up']);
  });

  it('a placed call runs its script when it is answered', async () => {
    const { status, body } = await rest.post('/phones/bob/call?extension=500&script=wait%202,%20hangup');
    expect(status).toBe(200);
    expect((body as PhoneCall).channel_id).not.toBe('');
    await bay.advance('1s');
    expect(await callsOf('bob')).toHaveLength(1);
    await bay.advance('2s');

    expect(await callsOf('bob')).toHaveLength(0);
    const [story] = [await rest.get(`/channels/${(body as PhoneCall).channel_id}/story`)];
    expect(JSON.stringify(story.body)).toContain('POST /phones/bob/call?extension=500');
  });

  it.each(['dance', 'wait', 'wait -1', 'press x', 'transfer', 'text', 'ring soon', 'answer now'])(
    'refuses the step %s',
    async (script) => {
      const alice = bay.phone('alice');
      await alice.calls('500');

      expect(await rest.post(`/phones/alice/act?script=${encodeURIComponent(script)}`)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('step') as string },
      });
    },
  );
});
