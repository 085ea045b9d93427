import type { Channel } from '../../../src/engine/calls/channel/channel';
import { aDialplan, lines, ran, settled, value } from '../run-rig';

describe('AGI(agi:async)', () => {
  /** A call that somebody can drive, and what the driver is told. */
  function aDrivenCall(...steps: readonly string[]) {
    const dialplan = aDialplan(lines(...steps));
    const channel: Channel = dialplan.aChannel();
    const told: string[] = [];
    const stop = dialplan.asyncCalls.drive({
      onStart: ({ id }, environment) => told.push(`start ${id} ${environment.split('\n')[0]}`),
      onAnswer: ({ id: call }, { id }, answer) => told.push(`answer ${call} ${id} ${answer}`),
      onEnd: ({ id }) => told.push(`end ${id}`),
    });
    const over = dialplan.start(channel);
    const send = (text: string, id = 'x'): string => dialplan.asyncCalls.send(channel, { id, text });
    return { dialplan, channel, told, over, send, stop };
  }

  it('executes the commands of its driver in their order, until one of them ends it', async () => {
    const { told, over, send, channel, dialplan } = aDrivenCall('AGI(agi:async,one)', 'NoOp(next)');
    await settled();
    expect(told).toEqual(['start c1 agi_request: async']);

    expect([send('SET VARIABLE A 1', '1'), send('EXEC Wait 1', '2'), send('GET VARIABLE A', '3')]).toEqual(
      Array(3).fill('queued'),
    );
    send('ASYNCAGI BREAK', '4');
    await settled();
    await dialplan.pass(1000);
    await over;

    expect(told.slice(1)).toEqual([
      'answer c1 1 200 result=1\n',
      'answer c1 2 200 result=0\n',
      'answer c1 3 200 result=1 (1)\n',
      'answer c1 4 200 result=0\n',
      'end c1',
    ]);
    expect(value(channel, 'AGISTATUS')).toBe('SUCCESS');
    expect(ran(dialplan.happened).at(-1)).toBe('default,s,2 NoOp(next)');
    expect([send('NOOP'), dialplan.asyncCalls.size]).toEqual(['not-waiting', 0]);
  });

  it('answers a subroutine once, with both of its lines', async () => {
    const { told, over, send } = aDrivenCall('AGI(agi:async)', 'NoOp()\n[sub]\nexten => s,1,Return()');
    await settled();
    send('GOSUB sub s 1');
    send('ASYNCAGI BREAK');
    await over;

    expect(told[1]).toBe('answer c1 x 100 result=0 Trying...\n200 result=0 Gosub complete\n');
  });

  it('lets nothing interrupt a command that waits', async () => {
    const { told, over, send, dialplan } = aDrivenCall('AGI(agi:async)');
    await settled();
    send('WAIT FOR DIGIT 1000', '1');
    send('ASYNCAGI BREAK', '2');
    await settled();
    expect(told).toHaveLength(1);
    await dialplan.pass(1000);
    await over;

    expect(told.slice(1, 3)).toEqual(['answer c1 1 200 result=0\n', 'answer c1 2 200 result=0\n']);
  });

  it('ends immediately with the call', async () => {
    const { told, over, send, channel, dialplan } = aDrivenCall('AGI(agi:async)', 'NoOp(never)');
    await settled();
    send('WAIT FOR DIGIT -1', '1');
    await settled();

    channel.hangUp();
    await over;

    expect(told.slice(1)).toEqual(['answer c1 1 200 result=-1\n', 'end c1']);
    expect(value(channel, 'AGISTATUS')).toBe('HANGUP');
    expect([dialplan.asyncCalls.size, dialplan.clock.running]).toEqual([0, 0]);
  });

  it('fails when its driver goes, and when it would wait inside of itself', async () => {
    const { told, over, send, channel, stop } = aDrivenCall('AGI(agi:async)', 'NoOp(next)');
    await settled();
    send('EXEC AGI agi:async', '1');
    send('GET VARIABLE AGISTATUS', '2');
    await settled();
    expect(told.at(-1)).toBe('answer c1 2 200 result=1 (FAILURE)\n');

    stop();
    await over;

    expect(told.at(-1)).toBe('end c1');
    expect(value(channel, 'AGISTATUS')).toBe('FAILURE');
  });

  it('takes a limited number of commands', async () => {
    const { over, send, channel } = aDrivenCall('AGI(agi:async)');
    await settled();
    send('WAIT FOR DIGIT -1');
    await settled();

    const outcomes = Array.from({ length: 200 }, () => send('NOOP'));
    expect([outcomes[127], outcomes[128]]).toEqual(['queued', 'full']);
    channel.hangUp();
    await over;
  });

  it('has one driver at a time', () => {
    const { dialplan, stop } = aDrivenCall('NoOp()');
    const nothing = (): void => undefined;
    const driver = { onStart: nothing, onAnswer: nothing, onEnd: nothing };

    expect(() => dialplan.asyncCalls.drive(driver)).toThrow(/has a driver already/);
    stop();
    dialplan.asyncCalls.drive(driver)();
  });
});
