import type { Client } from '../../generated/client';
import type { TestBay } from '../../src/testing/start';
import { startPatchbay } from '../../src/testing/start';

const dialplan = 'exten => 100,1,Stasis(ivr)';

describe('faults, survived by the typed client with resume', () => {
  let bay: TestBay;
  let client: Client;
  const digits: string[] = [];
  const failures: string[] = [];
  beforeEach(async () => {
    digits.length = 0;
    failures.length = 0;
    bay = await startPatchbay({ dialplan, clock: 'virtual' });
    client = await bay.connect('ivr', {
      resume: true,
      onListenerError: (error) => void failures.push(String(error)),
    });
    client.on('StasisStart', async ({ channel: { id: channelId } }) => {
      await client.channels.answer({ channelId });
      await client.channels.play({ channelId, media: ['sound:hello-world'] });
    });
    client.on('ChannelDtmfReceived', ({ digit }) => void digits.push(digit));
  });
  afterEach(() => bay.close());

  it('gets all events after its socket was dropped', async () => {
    const alice = bay.phone('alice');
    await alice.calls('100');
    await alice.hears('hello-world');

    expect(bay.faults.dropSocket('ivr')).toBe(1);
    await alice.presses('12');
    await bay.until(() => digits.length === 2, { what: 'the digits have come' });

    expect(digits).toEqual(['1', '2']);
    expect(bay.faults.dropSocket('other')).toBe(0);
  });

  it('waits for an operation that is delayed', async () => {
    const alice = bay.phone('alice');
    bay.faults.delay('POST /channels/*/answer', '4s');
    const before = bay.now();
    await alice.calls('100');
    await alice.isAnswered();

    expect(bay.now() - before).toBe(4000);
  });

  it('is told of an operation that is refused, as often as it is', async () => {
    const alice = bay.phone('alice');
    bay.faults.refuse('POST /channels/*/answer', 503, 1);
    await alice.calls('100');
    await bay.settle();
    expect(failures).toEqual([expect.stringContaining('503')]);
    await alice.hangsUp();

    await alice.calls('100');
    await alice.hears('hello-world');
  });

  it('gets the answer of a request during which its socket broke', async () => {
    const alice = bay.phone('alice');
    bay.faults.dropBeforeAnswer('POST /channels/*/answer');
    await alice.calls('100');

    await alice.hears('hello-world');

    expect(failures).toEqual([]);
  });

  it('connects again after a restart, and handles the next call', async () => {
    const alice = bay.phone('alice');
    await alice.calls('100');
    await alice.hears('hello-world');

    await bay.faults.restart();
    await bay.advance('2s');
    await alice.calls('100');

    await alice.hears('hello-world');
  });
});
