import { getEventListeners } from 'node:events';
import { causes } from '../../../../src/engine/calls/channel/hangup-cause';
import { listenerCount } from '../../../../src/shared/scheduling/stop-signal';
import { aCall, aDialplanRig, dialling, nothingLeft, record, rest, signals, value } from './dial-rig';

describe('Dial', () => {
  it('reports a call to all subscribers in the order that clients rely on', async () => {
    const { channel, happened, pass, over } = await aCall('Local/late@called/n,10');
    await pass(1_200);
    channel.hangUp(causes.normal);
    await rest();
    await over;

    expect(record(happened, { '0.1': 'peer', '0.2': 'far' }).slice(1)).toEqual([
      'c1 runs Dial(Local/late@called/n,10) at s',
      ...['DIALSTATUS', 'DIALEDPEERNUMBER', 'DIALEDPEERNAME'].map((name) => `c1 ${name}=`),
      ...['ANSWEREDTIME', 'DIALEDTIME', 'RINGTIME', 'PROGRESSTIME'].flatMap((name) => [
        `c1 ${name}=`,
        `c1 ${name}_MS=`,
      ]),
      'peer channel-created',
      'far channel-created',
      'peer DIALEDPEERNUMBER=late@called/n',
      'peer runs AppDial((Outgoing Line)) at s',
      'peer caller D<s>',
      'peer connected D<5>',
      'far DIALEDPEERNUMBER=late@called/n',
      'far caller D<5>',
      'far connected D<s>',
      "dial c1>peer '' 'late@called/n' s Down",
      'far runs Ringing() at late',
      'peer Ringing',
      'c1 RINGTIME=0',
      'c1 RINGTIME_MS=0',
      "dial c1>peer 'RINGING' '' s Ringing",
      'far runs Wait(0.6) at late',
      'far runs Answer(,i) at late',
      'far Up',
      'peer Up',
      'c1 DIALSTATUS=ANSWER',
      'c1 DIALEDPEERNAME=Local/late@called-00000000;1',
      'c1 DIALEDPEERNUMBER=late@called/n',
      "dial c1>peer 'ANSWER' ''  Up",
      'far runs Wait(60) at late',
      'c1 Up',
      'bridge-created simple_bridge none',
      'peer runs AppDial((Outgoing Line)) at ',
      'peer enters 1',
      'c1 enters 2',
      'peer BRIDGEPEER=Test/c1-00000001',
      'c1 BRIDGEPEER=Local/late@called-00000000;1',
      'c1 hangup 32 soft',
      'c1 BRIDGEPEER=',
      'peer BRIDGEPEER=',
      'c1 leaves 1',
      'c1 ANSWEREDTIME=0',
      'c1 ANSWEREDTIME_MS=600',
      'c1 DIALEDTIME=1',
      'c1 DIALEDTIME_MS=1200',
      'c1 DIALSTATUS=ANSWER',
      'c1 hangup 16 soft',
      'c1 destroyed 16 ',
      'peer leaves 0',
      'bridge-destroyed simple_bridge none',
      'far hangup 16',
      'peer destroyed 16 AppDial',
      'far hangup 16 soft',
      'far destroyed 16 ',
    ]);
  });

  it('reports a leg that is busy, ends it, and goes on with the plan', async () => {
    const { happened, channel } = await aCall('Local/busy@called/n,10');

    const told = record(happened, { '0.1': 'peer', '0.2': 'far' });
    const ofPeer = told.filter((line) => line.startsWith('peer') || line.startsWith('dial')).slice(-3);
    expect(ofPeer).toEqual(['peer hangup 17', "dial c1>peer 'BUSY' '' s Down", 'peer destroyed 17 AppDial']);
    expect(value(channel, 'AFTER')).toBe('BUSY');
  });

  it.each([
    ['Local/busy@called', 'BUSY'],
    ['Local/busytone@called', 'BUSY'],
    ['Local/jammed@called', 'CONGESTION'],
    ['Local/jamtone@called', 'CONGESTION'],
    ['Local/gone@called', 'NOANSWER'],
    ['Local/nowhere@called', 'CHANUNAVAIL'],
    ['Local/missing@called', 'CHANUNAVAIL'],
    ['Pigeon/100', 'CHANUNAVAIL'],
    ['nonsense', 'CHANUNAVAIL'],
    ['Local/busy@called&Local/jammed@called&Pigeon/1', 'BUSY'],
    ['Pigeon/1&Local/jammed@called', 'CONGESTION'],
    ['Local/busy@called&Local/gone@called', 'NOANSWER'],
    [',10', 'INVALIDARGS'],
    ['', 'INVALIDARGS'],
  ])('ends %s with DIALSTATUS %s, and leaves nothing behind', async (data, status) => {
    const { channel, over, leftOvers } = await aCall(data);
    expect(value(channel, 'AFTER')).toBe(status);

    channel.hangUp();
    await over;
    await rest();
    expect(leftOvers()).toEqual(nothingLeft);
  });

  it('gives up after its time, fractions of seconds included', async () => {
    const { channel, pass, happened, leftOvers } = await aCall('Local/rings@called,1.5');
    await pass(1_400);
    expect(value(channel, 'DIALSTATUS')).toBe('');
    await pass(100);

    expect(value(channel, 'AFTER')).toBe('NOANSWER');
    expect(record(happened, { '0.1': 'peer' })).toEqual(
      expect.arrayContaining(["dial c1>peer 'NOANSWER' '' s Ringing", 'peer destroyed 19 AppDial']),
    );
    expect(leftOvers()).toEqual({ channels: 1, bridges: 0, timers: 1 });
  });

  it('ends early where no destination rings in time', async () => {
    const silent = await aCall('Local/deaf@called,10^2');
    await silent.pass(2_000);
    expect(value(silent.channel, 'AFTER')).toBe('CHANUNAVAIL');

    const ringing = await aCall('Local/rings@called,10^2');
    await ringing.pass(9_900);
    expect(value(ringing.channel, 'DIALSTATUS')).toBe('');
    await ringing.pass(100);
    expect(value(ringing.channel, 'AFTER')).toBe('NOANSWER');
  });

  it('cancels all called channels when the caller hangs up', async () => {
    const { channel, happened, over, leftOvers } = await aCall('Local/rings@called&Local/deaf@called');
    channel.hangUp(causes.normal);
    await over;
    await rest();

    const told = record(happened);
    expect(told.filter((line) => line.includes("'CANCEL'"))).toHaveLength(2);
    expect(told).toContain('c1 DIALSTATUS=CANCEL');
    expect(told.filter((line) => line.endsWith('destroyed 16 AppDial'))).toHaveLength(2);
    expect(leftOvers()).toEqual(nothingLeft);
  });

  it('connects the first party that answers and tells the others that the call was answered elsewhere', async () => {
    const { channel, bridges, happened, pass } = await aCall(
      'Local/rings@called&Local/late@called&Local/now@called,10',
    );
    await pass(1_000);

    const [bridge] = bridges.list();
    expect(value(channel, 'DIALEDPEERNUMBER')).toBe('now@called');
    expect(bridge?.members().map(({ position: { place } }) => place.extension)).toEqual(['', 's']);
    expect(bridge?.members().at(-1)).toBe(channel);
    expect(record(happened).filter((line) => line.endsWith('destroyed 26 AppDial'))).toHaveLength(2);
  });

  it('reports the end of the others before the answer', async () => {
    const { happened } = await aCall('Local/rings@called&Local/now@called,10');

    const told = record(happened, { '0.1': 'other', '0.3': 'peer' });
    expect(told.filter((line) => /'(CANCEL|ANSWER)'|DIALSTATUS=A|DIALEDPEERNAME=L|destroyed/.test(line))).toEqual([
      "dial c1>other 'CANCEL' '' s Ringing",
      'c1 DIALSTATUS=ANSWER',
      'other destroyed 26 AppDial',
      expect.stringContaining('c1 DIALEDPEERNAME=Local/now@called'),
      "dial c1>peer 'ANSWER' ''  Up",
      '0.2 destroyed 26 ',
    ]);
  });

  it('remembers why each leg ended', async () => {
    const plan =
      '[default]\nexten => s,1,Dial(Local/busy@called)\n same => n,Note(%{HANGUPCAUSE(%{HANGUPCAUSE_KEYS()},ast)})\n';
    const { comesIn, notes } = aDialplanRig(plan);
    comesIn('s');
    await rest();

    expect(notes).toEqual(['c1: 17']);
  });

  it.each([
    ['Q(17)', 17],
    ['Q(no_answer)', 19],
    ['Q(NONE)', 0],
  ])('tells the others the cause of %s', async (option, cause) => {
    const { happened } = await aCall(`Local/rings@called&Local/now@called,10,${option}`);

    expect(record(happened).filter((line) => line.endsWith(`destroyed ${cause} AppDial`))).toHaveLength(1);
  });

  it('says that a call was taken elsewhere when it is cancelled with option c', async () => {
    const { channel, happened } = await aCall('Local/rings@called,10,c');
    channel.hangUp(causes.normal);
    await rest();

    expect(record(happened, { '0.1': 'peer' })).toContain('peer destroyed 26 AppDial');
  });

  it('passes on what it hears to a caller who is not answered yet, and answers him with the called', async () => {
    const ringing = await aCall('Local/late@called&Local/rings@called,10');
    expect(signals(ringing.channel.line)).toEqual(['ringing']);
    expect(ringing.channel.state).toBe('Ring');
    await ringing.pass(700);
    expect(signals(ringing.channel.line)).toEqual(['ringing', 'answer']);
    expect(ringing.channel.state).toBe('Up');

    const early = await aCall('Local/early@called,10');
    expect(signals(early.channel.line)).toEqual(['progress']);
    expect(value(early.channel, 'PROGRESSTIME')).toBe('0');
  });

  it('hangs up a caller whose callee has hung up, with the same cause', async () => {
    const { happened, pass, over, leftOvers } = await aCall('Local/short@called,10');
    await pass(3_000);
    await over;

    const told = record(happened, { '0.1': 'peer' });
    expect(told.filter((line) => line.includes('leaves') || line.startsWith('bridge'))).toEqual([
      'bridge-created simple_bridge none',
      'peer leaves 1',
      'c1 leaves 0',
      'bridge-destroyed simple_bridge none',
    ]);
    expect(told.indexOf('c1 BRIDGEPEER=')).toBeLessThan(told.indexOf('peer leaves 1'));
    expect(told).toContain('c1 ANSWEREDTIME=2');
    expect(told).toContain('c1 destroyed 16 ');
    expect(leftOvers()).toEqual(nothingLeft);
  });

  it('passes on ringing through a chain of calls, and every end of it ends with the caller', async () => {
    const { comesIn, happened, pass, leftOvers } = aDialplanRig(
      `${dialling('Local/middle@default,10')}exten => middle,1,Dial(Local/late@called,10)\n`,
    );
    const { channel, over } = comesIn('s');
    await pass(700);
    const statuses = record(happened).filter((line) => /'(RINGING|ANSWER)'/.test(line));
    expect(statuses.map((line) => line.replace(/ '' .*/, ''))).toEqual([
      "dial 0.2>0.3 'RINGING'",
      "dial c1>0.1 'RINGING'",
      "dial 0.2>0.3 'ANSWER'",
      "dial c1>0.1 'ANSWER'",
    ]);

    channel.hangUp(causes.normal);
    await over;
    await rest();
    expect(leftOvers()).toEqual(nothingLeft);
  });

  it('listens to its caller no longer than it runs', async () => {
    const { aChannel, applications, pass } = aDialplanRig('');
    const caller = aChannel();
    const ending = new AbortController();
    for (const data of [
      'Local/busy@called',
      'Local/rings@called,1',
      'Local/short@called,5,gd',
      'Local/now@called,5,gS(1)',
    ])
      await Promise.all([
        applications['Dial']?.(caller, data, { signal: ending.signal, goTo: () => undefined }),
        rest().then(() => pass(4_000)),
      ]);

    expect(getEventListeners(ending.signal, 'abort')).toEqual([]);
    expect(listenerCount(caller.signal)).toBe(0);
  });

  it('leaves the callee alone when the caller is sent elsewhere', async () => {
    const { channel, runner, leftOvers, notes } = await aCall('Local/now@called,10', 'exten => away,1,Note(away)\n');
    runner.redirect(channel, { context: 'default', extension: 'away', priority: 1 });
    await rest();

    expect(notes).toEqual(['c1: away']);
    expect(leftOvers()).toEqual(nothingLeft);
  });
});

describe('a hundred racing calls', () => {
  it('leave no channel, bridge, timer or listener behind, whichever side hangs up and when', async () => {
    const plan = dialling(
      'Local/rings@called&Local/late@called&Local/short@called,5,gceS(3)b(default^sub^1)',
      'exten => sub,1,Return()\n',
    );
    const rig = aDialplanRig(plan);
    const all = Array.from({ length: 100 }, (_, index) => rig.comesIn('s', `c${index}`));
    for (const [index, { channel }] of all.entries()) {
      if (index % 5 === 0) channel.hangUp(causes.normal);
      if (index % 7 === 0) await rig.pass(100);
      if (index % 11 === 0) rig.channels.list()[index]?.farEndHungUp({ cause: causes.normal });
    }
    await rig.pass(3_000);
    for (const channel of rig.channels.list().filter((_, index) => index % 3 === 0)) channel.hangUp(causes.normal);
    await rig.pass(120_000);
    await Promise.all(all.map(({ over }) => over));
    await rest();

    expect(rig.leftOvers()).toEqual(nothingLeft);
    const destroyed = rig.happened.filter(({ type }) => type === 'channel-destroyed');
    const created = rig.happened.filter(({ type }) => type === 'channel-created');
    expect(destroyed).toHaveLength(created.length + all.length);
  });
});
