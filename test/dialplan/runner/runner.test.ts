import { causes } from '../../../src/engine/calls/channel/hangup-cause';
import { aDialplan, ran, settled, told } from '../run-rig';

describe('a channel in the dialplan', () => {
  it('goes from step to step and ends with a request to hang up that shows the last step', async () => {
    const { aChannel, start, happened } = aDialplan('[default]\nexten => s,1,NoOp(a)\n same => n,Hangup(17)\n');
    const channel = aChannel();

    await start(channel);
    channel.destroy();

    expect(told(happened)).toEqual([
      'channel-dialplan @ default,s,1 NoOp(a)',
      'channel-dialplan @ default,s,2 Hangup(17)',
      'channel-hangup-requested 16 soft @ default,s,2 Hangup(17)',
      'channel-destroyed 17 @ default,s,2 ()',
    ]);
  });

  it('spends no turn on steps that need no time', () => {
    const { aChannel, start, happened } = aDialplan(
      '[default]\nexten => s,1,NoOp()\n same => n,Set(A=1)\n same => n,Wait(1)\n',
    );
    const channel = aChannel();

    const run = start(channel);

    expect(ran(happened)).toEqual(['default,s,1 NoOp()', 'default,s,2 Set(A=1)', 'default,s,3 Wait(1)']);
    channel.hangUp(causes.normal);
    return run;
  });

  it('that is hung up while it waits shows both requests, and nothing is left behind', async () => {
    const { aChannel, start, happened, clock } = aDialplan('[default]\nexten => s,1,Wait(60)\n same => n,NoOp()\n');
    const channel = aChannel();
    const run = start(channel);

    channel.hangUp(causes.normal);
    await run;
    channel.destroy();

    expect(told(happened)).toEqual([
      'channel-dialplan @ default,s,1 Wait(60)',
      'channel-hangup-requested 32 soft @ default,s,1 Wait(60)',
      'channel-hangup-requested 16 soft @ default,s,1 Wait(60)',
      'channel-destroyed 16 @ default,s,1 ()',
    ]);
    expect(clock.running).toBe(0);
  });

  it('does not end the channel when another program runs it as a part', async () => {
    const { aChannel, runner, happened } = aDialplan('[default]\nexten => s,1,Wait(60)\n');
    const channel = aChannel();
    const run = runner.runNested(channel, { context: 'default', extension: 's', priority: 1 });

    channel.hangUp(causes.normal);
    await run;

    expect(told(happened)).toEqual([
      'channel-dialplan @ default,s,1 Wait(60)',
      'channel-hangup-requested 32 soft @ default,s,1 Wait(60)',
    ]);
  });

  it('does not report an application that takes over from another one at the same place', async () => {
    const { aChannel, start, happened } = aDialplan('[default]\nexten => s,1,NoOp()\n same => n,NoOp(b)\n');
    const channel = aChannel();
    channel.position.showApplication({ name: 'AppDial2', data: '(Outgoing Line)' });

    await start(channel);

    expect(ran(happened)).toEqual(['default,s,2 NoOp(b)']);
  });

  it('sent to an extension that is not there ends, and shows only afterwards where it was sent', async () => {
    const { aChannel, start, happened } = aDialplan('[elsewhere]\nexten => 100,1,NoOp()\n');
    const channel = aChannel();

    await start(channel, '999', 'elsewhere');
    channel.destroy();

    expect(told(happened)).toEqual([
      'channel-hangup-requested 16 soft @ default,s,1 ()',
      'channel-destroyed 0 @ elsewhere,999,1 ()',
    ]);
  });

  it('sent to an extension that is not there goes to i, which learns which one it was', async () => {
    const plan = '[default]\nexten => s,1,Goto(999,1)\nexten => i,1,NoOp(%{INVALID_EXTEN})\n';
    const { aChannel, start, happened } = aDialplan(plan);

    await start(aChannel());

    expect(ran(happened)).toEqual(['default,s,1 Goto(999,1)', 'default,i,1 NoOp(999)']);
  });

  it('sent to an extension that is not there goes to e when there is no i', async () => {
    const plan = '[default]\nexten => s,1,Goto(999,1)\nexten => e,1,NoOp(%{EXCEPTION(reason)} %{EXCEPTION(exten)})\n';
    const { aChannel, start, happened } = aDialplan(plan);

    await start(aChannel());

    expect(ran(happened)).toEqual(['default,s,1 Goto(999,1)', 'default,e,1 NoOp(INVALID 999)']);
  });

  it.each([
    ['BUSY', 'busy', 17],
    ['CONGESTION', 'congestion', 34],
    ['CHANUNAVAIL', 'congestion', 34],
  ])('that runs out of steps after a call with the outcome %s tells the caller %s', async (status, type, cause) => {
    const { aChannel, start, pass } = aDialplan(`[default]\nexten => s,1,Set(DIALSTATUS=${status})\n`);
    const channel = aChannel();

    const run = start(channel);
    await pass(10_000);
    await run;

    expect(channel.line.sent).toEqual([{ type }]);
    expect(channel.ending.cause).toBe(cause);
  });

  it('runs h after its end, where waiting is possible again', async () => {
    const plan = '[default]\nexten => s,1,Wait(60)\nexten => h,1,Wait(1)\n same => n,NoOp(bye)\n';
    const { aChannel, start, happened, pass } = aDialplan(plan);
    const channel = aChannel();
    const run = start(channel);

    channel.hangUp(causes.normal);
    await settled();
    await pass(1_000);
    await run;

    expect(told(happened).slice(2)).toEqual([
      'channel-hangup-requested 16 soft @ default,s,1 Wait(60)',
      'channel-dialplan @ default,h,1 Wait(1)',
      'channel-dialplan @ default,h,2 NoOp(bye)',
    ]);
  });

  it('is not kept for ever by its h', async () => {
    const plan = '[default]\nexten => s,1,Hangup()\nexten => h,1,Wait(600)\n same => n,NoOp()\n';
    const { aChannel, start, happened, pass, clock } = aDialplan(plan, { afterwordLimit: 5_000 });

    const run = start(aChannel());
    await settled();
    await pass(5_000);
    await run;

    expect(ran(happened)).toEqual(['default,s,1 Hangup()', 'default,h,1 Wait(600)']);
    expect(clock.running).toBe(0);
  });

  it('leaves its h when the server closes', async () => {
    const plan = '[default]\nexten => s,1,Hangup()\nexten => h,1,Wait(600)\n same => n,NoOp()\n';
    const { aChannel, start, closing, clock } = aDialplan(plan);

    const run = start(aChannel());
    await settled();
    closing.abort();
    await run;

    expect(clock.running).toBe(0);
  });

  it('runs what was put down for its hangup, last first, with arguments', async () => {
    const plan = [
      '[default]',
      'exten => s,1,Set(CHANNEL(hangup_handler_push)=handlers,one,1)',
      ' same => n,Set(CHANNEL(hangup_handler_push)=handlers,two,1(x,y))',
      ' same => n,Hangup()',
      '[handlers]',
      'exten => one,1,NoOp(first)',
      ' same => n,Return()',
      'exten => two,1,NoOp(%{ARG2})',
      ' same => n,Return()',
    ].join('\n');
    const { aChannel, start, happened } = aDialplan(plan);

    await start(aChannel());

    const handled = ran(happened).filter((step) => step.includes('NoOp'));
    expect(handled).toEqual(['handlers,two,1 NoOp(y)', 'handlers,one,1 NoOp(first)']);
  });

  it('that fails in an application ends with a failure, and that is logged once', async () => {
    const applications = {
      Broken: () => {
        throw new Error('no');
      },
    };
    const { aChannel, start, lines } = aDialplan('[default]\nexten => s,1,Broken()\n', { applications });
    const channel = aChannel();

    await start(channel);

    expect(channel.ending.cause).toBe(causes.failure);
    expect(channel.isEnding).toBe(true);
    expect(lines.filter((line) => line.startsWith('error'))).toHaveLength(1);
  });

  it('that names no known application ends', async () => {
    const { aChannel, start, lines } = aDialplan('[default]\nexten => s,1,NoSuchThing()\n same => n,NoOp()\n');
    const channel = aChannel();

    await start(channel);

    expect(channel.isEnding).toBe(true);
    expect(lines.join()).toContain('NoSuchThing');
  });

  it('in an endless loop does not block other calls, and ends when hung up', async () => {
    const { aChannel, start } = aDialplan('[default]\nexten => s,1,NoOp()\n same => n,Goto(1)\n');
    const channel = aChannel();
    const run = start(channel);

    await settled();
    await settled();
    channel.hangUp(causes.normal);

    await expect(run).resolves.toBeUndefined();
  });

  it('spells applications as they are registered, however the dialplan writes them', async () => {
    const { aChannel, start, happened } = aDialplan('[default]\nexten => s,1,noop(x)\n');

    await start(aChannel());

    expect(ran(happened)).toEqual(['default,s,1 NoOp(x)']);
  });

  it('waits for an extension to be dialled when the dialplan does not fall through', async () => {
    const plan = '[general]\nautofallthrough=no\n[default]\nexten => s,1,NoOp()\nexten => 5,1,NoOp(five)\n';
    const { aChannel, start, happened } = aDialplan(plan);
    const channel = aChannel();
    const run = start(channel);

    channel.receive({ type: 'digit', digit: '5', milliseconds: 100 });
    await settled();
    channel.hangUp(causes.normal);
    await run;

    expect(ran(happened)).toEqual(['default,s,1 NoOp()', 'default,5,1 NoOp(five)']);
  });
});

describe('a channel that is sent elsewhere', () => {
  const plan = [
    '[default]',
    'exten => s,1,Wait(60)',
    'exten => other,1,ChannelRedirect(c1,aside,s,there)',
    '[aside]',
    'exten => s,1,NoOp()',
    ' same => n(there),Wait(30)',
  ].join('\n');

  it('leaves what it runs and goes on there', async () => {
    const { aChannel, start, happened, clock } = aDialplan(plan);
    const channel = aChannel('c1');
    const run = start(channel);
    const other = aChannel('c2');

    await start(other, 'other');

    expect(ran(happened)).toEqual(['default,s,1 Wait(60)', 'aside,s,2 Wait(30)']);
    expect(other.variables.get('CHANNELREDIRECT_STATUS')).toBe('SUCCESS');
    expect(clock.running).toBe(1);
    channel.hangUp(causes.normal);
    await run;
  });

  it('has to exist', async () => {
    const { aChannel, start } = aDialplan(plan);
    const other = aChannel('c2');

    await start(other, 'other');

    expect(other.variables.get('CHANNELREDIRECT_STATUS')).toBe('NOCHANNEL');
  });

  it('may send itself again and again without stopping the server', async () => {
    const { aChannel, start } = aDialplan('[default]\nexten => s,1,ChannelRedirect(c1,default,s,1)\n');
    const channel = aChannel('c1');
    const run = start(channel);

    await settled();
    channel.hangUp(causes.normal);

    await expect(run).resolves.toBeUndefined();
  });
});

describe('a call with a time limit', () => {
  it('goes to T after the absolute timeout', async () => {
    const plan = '[default]\nexten => s,1,Set(TIMEOUT(absolute)=3)\n same => n,Wait(60)\nexten => T,1,NoOp(over)\n';
    const { aChannel, start, happened, pass, clock } = aDialplan(plan);

    const run = start(aChannel());
    await pass(3_000);
    await run;

    expect(ran(happened)).toEqual([
      'default,s,1 Set(TIMEOUT(absolute)=3)',
      'default,s,2 Wait(60)',
      'default,T,1 NoOp(over)',
    ]);
    expect(clock.running).toBe(0);
  });

  it('ends when there is no T', async () => {
    const plan = '[default]\nexten => s,1,Set(TIMEOUT(absolute)=3)\n same => n,Wait(60)\n same => n,NoOp()\n';
    const { aChannel, start, happened, pass } = aDialplan(plan);
    const channel = aChannel();

    const run = start(channel);
    await pass(3_000);
    await run;

    expect(ran(happened)).toHaveLength(2);
    expect(channel.ending.cause).toBe(causes.normal);
  });

  it('forgets the limit when it ends before', async () => {
    const plan = '[default]\nexten => s,1,Set(TIMEOUT(absolute)=3)\n same => n,Hangup()\n';
    const { aChannel, start, clock } = aDialplan(plan);
    const channel = aChannel();

    await start(channel);
    channel.destroy();

    expect(clock.running).toBe(0);
  });
});

describe('a subroutine that an application calls', () => {
  it('comes back with what it returns, and the channel is shown where it was', async () => {
    const plan = '[sub]\nexten => s,1,Set(GOT=%{ARG1})\n same => n,Return(yes)\n';
    const { aChannel, runner } = aDialplan(plan);
    const channel = aChannel();
    channel.position.showApplication({ name: 'Dial', data: 'x' });

    const result = await runner.callSubroutine(channel, { context: 'sub', extension: 's', priority: 1 }, ['one']);

    expect(result).toBe('returned');
    expect(channel.variables.get('GOT')).toBe('one');
    expect(channel.variables.get('GOSUB_RETVAL')).toBe('yes');
    expect(channel.variables.get('ARG1')).toBeUndefined();
    expect(channel.position.application).toEqual({ name: 'Dial', data: 'x' });
    expect(channel.isEnding).toBe(false);
  });

  it('says when it ended instead', async () => {
    const { aChannel, runner, memories } = aDialplan('[sub]\nexten => s,1,Hangup()\n');
    const channel = aChannel();

    const result = await runner.callSubroutine(channel, { context: 'sub', extension: 's', priority: 1 }, []);

    expect(result).toBe('ended');
    expect(memories.of(channel).frames).toEqual([]);
  });
});
