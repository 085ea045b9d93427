import type { Client } from '../../generated/client';
import type { TestBay } from '../../src/testing/start';
import { startPatchbay } from '../../src/testing/start';
import { Faults } from '../../src/testing/faults';

const dialplan = 'exten => 100,1,Stasis(ivr)';

/** What goes wrong during a call: every fault that there is. */
const faults: Readonly<Record<string, (bay: TestBay) => void | Promise<void>>> = {
  dropSocket: (bay) => void bay.faults.dropSocket('ivr'),
  delay: (bay) => void bay.faults.delay('POST /channels/*/play', '4s', 1),
  refuse: (bay) => void bay.faults.refuse('POST /channels/*/play', 503, 1),
  dropBeforeAnswer: (bay) => void bay.faults.dropBeforeAnswer('POST /channels/*/play'),
  restart: (bay) => bay.faults.restart(),
};

/** Answers, and plays a sound for each digit; tries again what was refused, as applications do. */
async function startIvr(bay: TestBay, rest: 'http' | 'socket'): Promise<{ client: Client; digits: string[] }> {
  const digits: string[] = [];
  const client = await bay.connect('ivr', { resume: true, rest, onListenerError: () => undefined });
  client.on('StasisStart', ({ channel: { id: channelId } }) => client.channels.answer({ channelId }));
  client.on('ChannelDtmfReceived', async ({ digit, channel: { id: channelId } }) => {
    digits.push(digit);
    const media = ['sound:thank-you'];
    await client.channels.play({ channelId, media }).catch(() => client.channels.play({ channelId, media }));
  });
  return { client, digits };
}

it('the table has every fault', () => {
  const methods = Object.getOwnPropertyNames(Faults.prototype).filter(
    (name) => !['constructor', 'clear'].includes(name),
  );

  expect(Object.keys(faults).sort()).toEqual(methods.sort());
});

describe.each(['http', 'socket'] as const)('an application with resume, with requests over %s', (rest) => {
  let bay: TestBay;
  beforeEach(async () => {
    bay = await startPatchbay({ dialplan, clock: 'virtual' });
  });
  afterEach(() => bay.close());

  it.each(Object.keys(faults))('survives %s: it gets each event once and goes on with calls', async (name) => {
    const { client, digits } = await startIvr(bay, rest);
    const alice = bay.phone('alice');
    await alice.calls('100');
    await alice.isAnswered();
    await faults[name]?.(bay);
    // Calls end with the server that is restarted.
    if (alice.state === 'ended') {
      await bay.until(() => client.connection.state === 'open', { what: 'the application is connected again' });
      await alice.calls('100');
      await alice.isAnswered();
    }

    await alice.presses('1');
    await alice.hears('thank-you');
    await alice.presses('2');
    await alice.hears('thank-you');

    await bay.until(() => client.connection.state === 'open' && digits.length >= 2, { what: 'all digits have come' });
    expect(digits).toEqual(['1', '2']);
  });
});
