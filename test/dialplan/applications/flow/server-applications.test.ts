import { aDialplanRig, rest, value } from '../calling/dial-rig';
import { aDialplan, after, lines, value as valueOf } from '../../run-rig';

describe('the database', () => {
  it('loses a value by DBdel, and all below a family or key by DBdeltree', async () => {
    const channel = await after(
      ...['a/1', 'a/2', 'b/x/1', 'b/x/2', 'b/y', 'c/1'].map((path) => `Set(DB(${path})=here)`),
      ...['DBdel(a/1)', 'DBdeltree(b/x)', 'DBdeltree(c)', 'DBdel(nothing)', 'DBdeltree()'],
      'Set(LEFT=%{DB_KEYS(a)} %{DB_KEYS(b)} %{DB_KEYS(c)} %{DB(a/2)})',
    );

    expect(valueOf(channel, 'LEFT')).toBe('2 y  here');
  });
});

describe('DumpChan', () => {
  it('writes the channel and its variables to the log', async () => {
    const { aChannel, start, lines: logged } = aDialplan(lines('Set(WHO=anna)', 'DumpChan()'));
    await start(aChannel());

    expect(logged).toEqual([expect.stringContaining('the dialplan shows a channel')]);
    expect(logged[0]).toContain('"WHO":"anna"');
    expect(logged[0]).toContain('"state":"Ring"');
  });
});

describe('Reload', () => {
  it.each([
    ['Reload(pbx_config)', ['pbx_config'], [], 'SUCCESS'],
    ['Reload(pbx_config,res_nothing)', ['pbx_config', 'res_nothing'], ['there is none'], 'FAILURE'],
    ['Reload()', [], [], 'SUCCESS'],
  ])('%s asks for %j, hears of %j and tells %s', async (step, names, failures, status) => {
    const asked: (readonly string[])[] = [];
    const reloadModules = async (given: readonly string[]): Promise<readonly string[]> => {
      asked.push(given);
      return failures;
    };
    const { aChannel, start } = aDialplan(lines(step), { reloadModules });
    const channel = aChannel();
    await start(channel);

    expect(asked).toEqual([names]);
    expect(valueOf(channel, 'RELOADSTATUS')).toBe(status);
  });
});

describe('ChanIsAvail', () => {
  const found = async (data: string) => {
    const rig = aDialplanRig(`[default]\nexten => s,1,ChanIsAvail(${data})\n same => n,Wait(60)\n`);
    rig.states.set('Local/now@called', 'INUSE');
    const { channel } = rig.comesIn('s');
    await rest();
    const names = ['AVAILCHAN', 'AVAILORIGCHAN', 'AVAILSTATUS', 'AVAILCAUSECODE'];
    return { left: rig.channels.size, told: names.map((name) => value(channel, name)) };
  };

  it.each([
    ['Local/now@called', ['Local/now@called-00000000;1', 'Local/now@called', '2', '0']],
    ['Nonsense/x&Local/late@called', ['Local/late@called-00000000;1', 'Local/late@called', '0', '38']],
    ['Local/now@called&Local/late@called,s', ['Local/late@called-00000000;1', 'Local/late@called', '0', '0']],
    ['Local/now@called&Local/late@called,t', ['', 'Local/late@called', '0', '0']],
    ['Local/now@called,s', ['', '', '2', '0']],
    ['Nonsense/x', ['', '', '0', '38']],
    [
      'Local/now@called&Local/late@called,a',
      ['Local/now@called-00000000;1&Local/late@called-00000001;1', 'Local/now@called&Local/late@called', '0', '0'],
    ],
  ])('%s finds %j, and leaves no channel', async (data, expected) => {
    expect(await found(data)).toEqual({ left: 1, told: expected });
  });
});
