import { aDialplan, lines, settled, value } from '../../run-rig';

describe('WaitUntil', () => {
  const status = async (step: (now: number) => string) => {
    const rig = aDialplan(lines('WaitUntil(%{WHEN})', 'Wait(60)'));
    const channel = rig.aChannel();
    channel.variables.set('WHEN', step(rig.clock.now() / 1000));
    const run = rig.start(channel);
    await settled();
    return { ...rig, channel, run, status: () => value(channel, 'WAITUNTILSTATUS') };
  };

  it('waits for the moment', async () => {
    const { pass, status: told, clock } = await status((now) => String(now + 10));
    await pass(9_900);
    expect(told()).toBeUndefined();
    await pass(200);

    expect(told()).toBe('OK');
    expect(clock.running).toBe(1);
  });

  it('does not wait for a past or invalid moment', async () => {
    expect((await status((now) => String(now - 1))).status()).toBe('PAST');
    expect((await status(() => 'noon')).status()).toBe('FAILURE');
    expect((await status(() => '')).status()).toBe('FAILURE');
  });

  it('ends with the call', async () => {
    const { channel, run, status: told, clock } = await status((now) => String(now + 10));
    channel.hangUp();
    await run;

    expect(told()).toBe('HANGUP');
    expect(clock.running).toBe(0);
  });
});

describe('WaitForCondition', () => {
  const waiting = async (data: string) => {
    const rig = aDialplan(lines(`WaitForCondition(${data})`, 'Wait(60)'));
    const channel = rig.aChannel();
    const run = rig.start(channel);
    await settled();
    return { ...rig, channel, run, status: () => value(channel, 'WAITFORCONDITIONSTATUS') };
  };

  it('waits until it is so', async () => {
    const { pass, channel, status } = await waiting('#,#["#{READY}"="yes"]');
    await pass(500);
    expect(status()).toBeUndefined();
    channel.variables.set('READY', 'yes');
    await pass(50);

    expect(status()).toBe('TRUE');
  });

  it('looks as often as it is told, and no longer than that', async () => {
    const { pass, channel, status } = await waiting('@,@{READY},3,2');
    await pass(1_000);
    channel.variables.set('READY', '1');
    await pass(900);
    expect(status()).toBeUndefined();
    await pass(100);
    expect(status()).toBe('TRUE');

    const late = await waiting('@,@{READY},3,2');
    await late.pass(2_000);
    await late.pass(1_000);
    expect(late.status()).toBe('TIMEOUT');
  });

  it('fails without an expression, and ends with the call', async () => {
    expect((await waiting('#')).status()).toBe('FAILURE');
    const { channel, run, status, clock } = await waiting('#,#{READY}');
    channel.hangUp();
    await run;

    expect(status()).toBe('HANGUP');
    expect(clock.running).toBe(0);
  });
});

describe('Signal', () => {
  const plan = `[default]
exten => waits,1,WaitForSignal(work,%{PATIENCE})
 same => n,Wait(60)
exten => sends,1,Signal(work,one, two)
`;
  const told = (channel: Parameters<typeof value>[0]) =>
    ['STATUS', 'PAYLOAD'].map((name) => value(channel, `WAITFORSIGNAL${name}`));

  it('reaches the call that has waited longest', async () => {
    const { aChannel, start } = aDialplan(plan);
    const [first, second, sender] = [aChannel('c1'), aChannel('c2'), aChannel('c3')];
    void start(first, 'waits');
    void start(second, 'waits');
    await settled();
    await start(sender, 'sends');
    await settled();

    expect(told(first)).toEqual(['SIGNALED', 'one, two']);
    expect(told(second)).toEqual([undefined, undefined]);
    expect(value(sender, 'SIGNALSTATUS')).toBe('SUCCESS');
  });

  it('fails without a waiting channel', async () => {
    const { aChannel, start, pass, clock } = aDialplan(plan);
    const [waiting, gone, sender] = [aChannel('c1'), aChannel('c2'), aChannel('c3')];
    waiting.variables.set('PATIENCE', '2');
    void start(waiting, 'waits');
    const ended = start(gone, 'waits');
    gone.hangUp();
    await ended;
    await pass(2_000);
    await start(sender, 'sends');

    expect(told(waiting)).toEqual(['TIMEOUT', undefined]);
    expect(told(gone)).toEqual(['HANGUP', undefined]);
    expect(value(sender, 'SIGNALSTATUS')).toBe('FAILURE');
    expect(clock.running).toBe(1);
  });
});
