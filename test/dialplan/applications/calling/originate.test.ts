import { causes } from '../../../../src/engine/calls/channel/hangup-cause';
import { aDialplanRig, nothingLeft, record, rest, value } from './dial-rig';

async function anOriginate(data: string) {
  const rig = aDialplanRig(
    `[default]\nexten => s,1,Originate(${data})\n same => n,Note(%{ORIGINATE_STATUS})\n same => n,Wait(200)\n` +
      'exten => there,1,Note(there %{X})\n same => n(second),Note(second)\n',
  );
  const { channel } = rig.comesIn('s');
  await rest();
  return { ...rig, channel };
}

describe('Originate', () => {
  it('runs an extension once the call is answered', async () => {
    const { notes, happened } = await anOriginate('Local/now@called,exten,default,there,1,,c(123)n(Anna)v(X=7^Y=8)');

    expect([...notes].sort()).toEqual(['0.1: second', '0.1: there 7', 'c1: SUCCESS']);
    expect(record(happened)).toEqual(expect.arrayContaining(['0.1 caller Anna<123>', '0.1 Y=8']));
  });

  it('runs an application', async () => {
    const { notes, channels } = await anOriginate('Local/now@called,app,Note,hello');

    expect([...notes].sort()).toEqual(['0.1: hello', 'c1: SUCCESS']);
    expect(channels.list().map(({ id }) => id)).toEqual(['c1']);
  });

  it('finds a priority by its label', async () => {
    const { notes } = await anOriginate('Local/now@called,exten,default,there,second');

    expect([...notes].sort()).toEqual(['0.1: second', 'c1: SUCCESS']);
  });

  it.each([
    ['Local/busy@called,exten,default,there,1', 'BUSY'],
    ['Local/busytone@called,exten,default,there,1', 'BUSY'],
    ['Local/jammed@called,exten,default,there,1', 'CONGESTION'],
    ['Local/gone@called,exten,default,there,1', 'HANGUP'],
    ['Local/missing@called,exten,default,there,1', 'FAILED'],
    ['Pigeon/1,exten,default,there,1', 'FAILED'],
    ['nonsense,exten,default,there,1', 'FAILED'],
    ['Local/now@called,app,Nothing', 'FAILED'],
    ['Local/now@called,exten,default,there,nolabel', 'FAILED'],
    ['Local/now@called,what,x', 'FAILED'],
    ['', 'FAILED'],
  ])('of %s sets ORIGINATE_STATUS to %s', async (data, status) => {
    const { notes, channels } = await anOriginate(data);

    expect(notes).toEqual([`c1: ${status}`]);
    expect(channels.list().map(({ id }) => id)).toEqual(['c1']);
  });

  it('gives up after its time', async () => {
    const { notes, pass } = await anOriginate('Local/rings@called,exten,default,there,1,2');
    await pass(2_100);

    expect(notes).toEqual(['c1: RINGING']);
  });

  it('does not wait when it is told not to', async () => {
    const { notes } = await anOriginate('Local/rings@called,exten,default,there,1,2,a');

    expect(notes).toEqual(['c1: SUCCESS']);
  });

  it('goes on with the call when the one who placed it has gone', async () => {
    const { channel, notes, pass, leftOvers } = await anOriginate('Local/late@called,exten,default,there,1');
    channel.hangUp(causes.normal);
    await rest();
    expect(value(channel, 'ORIGINATE_STATUS')).toBe('UNKNOWN');
    await pass(1_000);

    expect(notes).toEqual(['0.1: there ', '0.1: second']);
    expect(leftOvers()).toEqual(nothingLeft);
  });
});
