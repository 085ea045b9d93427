import { causes } from '../../../../src/engine/calls/channel/hangup-cause';
import { aCall, aDialplanRig, dialling, nothingLeft, record, rest, signals, value } from './dial-rig';

describe('an option of Dial', () => {
  it('g goes on with the plan when the callee hangs up', async () => {
    const { channel, pass } = await aCall('Local/short@called,10,g');
    await pass(3_000);

    expect(value(channel, 'AFTER')).toBe('ANSWER');
    expect(channel.isEnding).toBe(false);
  });

  it('G sends both on, the callee one step further', async () => {
    const more = 'exten => both,1,Note(caller)\n same => n,Note(both)\n same => n,Wait(9)\n';
    const { notes, bridges, pass, leftOvers } = await aCall('Local/now@called,10,G(default^both^1)', more);

    expect([...notes].sort()).toEqual(['0.1: both', 'c1: both', 'c1: caller']);
    expect(bridges.size).toBe(0);
    await pass(10_000);
    expect(leftOvers()).toEqual(nothingLeft);
  });

  it.each([
    ['F', '0.1: next'],
    ['F(default^other^1)', '0.1: other'],
  ])('%s sends the callee on when the caller hangs up', async (option, note) => {
    const plan = `[default]\nexten => s,1,Dial(Local/now@called,10,${option})\n same => n,Note(next)\nexten => other,1,Note(other)\n`;
    const { comesIn, notes, leftOvers } = aDialplanRig(plan);
    const { channel } = comesIn('s');
    await rest();
    channel.hangUp(causes.normal);
    await rest();

    expect(notes).toEqual([note]);
    expect(leftOvers()).toEqual(nothingLeft);
  });

  it('e runs the extension h for the callee too', async () => {
    const { channel, notes, leftOvers } = await aCall('Local/now@called,10,e', 'exten => h,1,Note(h)\n');
    channel.hangUp(causes.normal);
    await rest();

    expect([...notes].sort()).toEqual(['0.1: h', 'c1: h']);
    expect(leftOvers()).toEqual(nothingLeft);
  });

  it('b and B run subroutines before any destination is called', async () => {
    const more = 'exten => sub,1,Note(%{ARG1} %{CHANNEL})\n same => n,Return()\n';
    const data = 'Local/now@called,10,b(default^sub^1(callee^x))B(sub^1(caller))';
    const { happened, notes } = await aCall(data, more);

    expect(notes).toEqual(['c1: caller Test/c1-00000001', '0.1: callee Local/now@called-00000000;1']);
    const told = record(happened);
    expect(told.findIndex((line) => line.startsWith('0.1 runs Note'))).toBeLessThan(
      told.indexOf("dial c1>0.1 '' 'now@called' s Down"),
    );
  });

  it.each([
    ['', 'ANSWER', 1],
    ['BUSY', 'BUSY', 0],
    ['CONGESTION', 'CONGESTION', 0],
    ['CONTINUE', 'ANSWER', 0],
    ['GOTO:default^there^1', 'ANSWER', 0],
    ['ABORT', 'ANSWER', 0],
  ])('U lets the callee say %j before both are connected', async (result, status, bridgeCount) => {
    const more = `exten => there,1,Note(there)\n same => n,Wait(5)\n\n[screen]\nexten => s,1,Note(%{ARG1})\n same => n,Set(GOSUB_RESULT=${result})\n same => n,Return()\n`;
    const { channel, bridges, notes } = await aCall('Local/now@called,10,U(screen^one)', more);

    expect(value(channel, 'DIALSTATUS')).toBe(status);
    expect(bridges.size).toBe(bridgeCount);
    expect(notes).toEqual(['0.1: one', ...(result.startsWith('GOTO') ? ['c1: there'] : [])]);
    expect(channel.isGone).toBe(result === 'ABORT');
    expect(channel.state).toBe(bridgeCount === 1 ? 'Up' : 'Ring');
  });

  it('g does not continue for a caller whom the callee refuses permanently', async () => {
    const more = '\n[screen]\nexten => s,1,Set(GOSUB_RESULT=ABORT)\n same => n,Return()\n';
    const { channel } = await aCall('Local/now@called,10,gU(screen)', more);

    expect(channel.isGone).toBe(true);
  });

  it('U ends with a caller who hangs up meanwhile', async () => {
    const { channel, leftOvers, over } = await aCall(
      'Local/now@called,10,U(screen)',
      '\n[screen]\nexten => s,1,Wait(60)\n',
    );
    channel.hangUp(causes.normal);
    await over;
    await rest();

    expect(leftOvers()).toEqual(nothingLeft);
  });

  it.each(['L(2000:500:100)', 'S(2)', 'S(2)L(5000)'])('%s limits the call', async (option) => {
    const { channel, bridges, pass, leftOvers } = await aCall(`Local/now@called,10,g${option}`);
    await pass(1_900);
    expect(bridges.size).toBe(1);
    await pass(200);

    expect(value(channel, 'AFTER')).toBe('ANSWER');
    expect(leftOvers()).toEqual({ channels: 1, bridges: 0, timers: 1 });
  });

  it('S leaves no timer behind when the call ends before', async () => {
    const { channel, over, leftOvers } = await aCall('Local/now@called,10,S(500)L(400000)');
    channel.hangUp(causes.normal);
    await over;
    await rest();

    expect(leftOvers()).toEqual(nothingLeft);
  });

  it.each([
    ['o', 'D<5>', 'D<5>'],
    ['o("Other" <77>)', 'Other<77>', 'D<5>'],
    ['f("Forced" <88>)u(prohib)', 'D<s>', 'Forced<88>'],
    ['f', 'D<s>', 'D<5>'],
  ])('%s decides who is shown', async (option, caller, connected) => {
    const { channels } = await aCall(`Local/rings@called,10,${option}`);
    const peer = channels.find('0.1');

    expect(`${peer?.parties.caller.name}<${peer?.parties.caller.number}>`).toBe(caller);
    expect(`${peer?.parties.connected.name}<${peer?.parties.connected.number}>`).toBe(connected);
  });

  it('d lets the caller leave by one digit', async () => {
    const { channel, notes, leftOvers } = await aCall('Local/rings@called,10,d', 'exten => 7,1,Note(seven)\n');
    channel.receive({ type: 'digit', digit: '3', milliseconds: 100 });
    channel.receive({ type: 'digit', digit: '7', milliseconds: 100 });
    await rest();

    expect(notes).toEqual(['c1: seven']);
    expect(value(channel, 'DIALSTATUS')).toBe('CANCEL');
    expect(leftOvers()).toEqual(nothingLeft);
  });

  it('d ends when a called party has answered', async () => {
    const { channel, notes, bridges } = await aCall('Local/now@called,10,dg', 'exten => 7,1,Note(seven)\n');
    channel.receive({ type: 'digit', digit: '7', milliseconds: 100 });
    bridges.leave(channel);
    await rest();

    expect(notes).toEqual([]);
    expect(value(channel, 'AFTER')).toBe('ANSWER');
  });

  it('r lets the caller hear ringing at once, and m not at all', async () => {
    const ringing = await aCall('Local/deaf@called,10,r');
    expect(signals(ringing.channel.line)).toEqual(['ringing']);

    const music = await aCall('Local/rings@called,10,m(default)');
    expect(signals(music.channel.line)).toEqual([]);
  });

  it('is reported once when it is not known or not done', async () => {
    const rig = aDialplanRig(dialling('Local/busy@called,10,tThHkKwWxXrRD(1)A(hello)Zn'));
    for (const id of ['c1', 'c2']) rig.comesIn('s', id);
    await rest();

    expect(rig.lines.filter((line) => line.includes('"option"'))).toEqual([
      expect.stringMatching(/an option that is none .*"option":"Z"/),
      expect.stringMatching(/does not screen .*"option":"n"/),
    ]);
  });
});

describe('RetryDial', () => {
  it('calls again after a pause, as often as it was told', async () => {
    const plan =
      '[default]\nexten => s,1,RetryDial(hold,2,2,Local/busy@called,10)\n same => n,Set(AFTER=1)\n same => n,Wait(9)\n';
    const { comesIn, pass, happened } = aDialplanRig(plan);
    const { channel } = comesIn('s');
    await rest();
    const tries = (): number => record(happened).filter((line) => line.includes("'busy@called'")).length;

    expect(tries()).toBe(1);
    await pass(4_000);
    expect(tries()).toBe(3);
    expect(value(channel, 'AFTER')).toBe('1');
  });

  it('stops when a called party answers or the caller hangs up', async () => {
    const { comesIn, pass, leftOvers } = aDialplanRig(
      '[default]\nexten => s,1,RetryDial(hold,2,-1,Local/busy@called)\n',
    );
    const { channel } = comesIn('s');
    await pass(5_000);
    channel.hangUp();
    await rest();

    expect(leftOvers()).toEqual(nothingLeft);
  });
});
