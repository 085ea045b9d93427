import type { Channel } from '../../../../src/engine/calls/channel/channel';
import { aDialplanRig, nothingLeft, rest, value } from './dial-rig';

/** A call that has just come to a dialplan whose extension `s` pages. */
async function aPage(data: string, more = '') {
  const rig = aDialplanRig(
    `[default]\nexten => s,1,Page(${data})\n same => n,Set(AFTER=yes)\n same => n,Wait(100)\n${more}`,
  );
  const { channel, over } = rig.comesIn('s');
  await rest();
  const bridge = () => rig.bridges.list()[0];
  /** What was called, by who is in the bridge and may be heard there. */
  const members = (): string[] =>
    (bridge()?.members() ?? [])
      .map((member) => `${resourceOf(member)}${bridge()?.membershipOf(member)?.isMuted === true ? ' muted' : ''}`)
      .sort();
  return { ...rig, channel, over, bridge, members };
}

const resourceOf = ({ id, name }: Channel): string => (id === 'c1' ? 'caller' : (/\/(\w+)@/.exec(name)?.[1] ?? name));

describe('Page', () => {
  it('answers the caller and lets those who answer hear him, until he hangs up', async () => {
    const { channel, over, pass, members, leftOvers } = await aPage('Local/now@called&Local/late@called');
    expect(channel.state).toBe('Up');
    expect(members()).toEqual(['caller', 'now muted']);
    await pass(700);
    expect(members()).toEqual(['caller', 'late muted', 'now muted']);

    channel.hangUp();
    await over;
    await rest();

    expect(leftOvers()).toEqual(nothingLeft);
  });

  it('lets all parties speak with the option d', async () => {
    const { members } = await aPage('Local/now@called,d');

    expect(members()).toEqual(['caller', 'now']);
  });

  it.each([
    ['5 seconds', 'Local/rings@called&Local/now@called', 5000],
    ['as long as it is told', 'Local/rings@called&Local/now@called,,2', 2000],
  ])('waits for an answer for %s', async (_title, data, milliseconds) => {
    const { pass, channels, members } = await aPage(data);
    await pass(milliseconds - 100);
    const before = channels.size;
    await pass(200);

    expect([before, channels.size]).toEqual([5, 3]);
    expect(members()).toEqual(['caller', 'now muted']);
  });

  it('goes on without those who are busy, not there or hang up', async () => {
    const { pass, members, channels } = await aPage(
      'Local/busy@called&Local/none@called&Nonsense/x&Local/short@called&Local/now@called',
    );
    expect(members()).toEqual(['caller', 'now muted', 'short muted']);
    await pass(2100);

    expect(members()).toEqual(['caller', 'now muted']);
    expect(channels.size).toBe(3);
  });

  it('ends calls that still ring when the caller leaves', async () => {
    const { channel, over, leftOvers } = await aPage('Local/rings@called,,60');
    channel.hangUp();
    await over;
    await rest();

    expect(leftOvers()).toEqual(nothingLeft);
  });

  it('goes on with the next step when the caller is taken elsewhere, and dismisses the others', async () => {
    const { channel, runner, bridges, channels } = await aPage('Local/now@called', 'exten => x,1,Wait(60)');
    runner.redirect(channel, { context: 'default', extension: 'x', priority: 1 });
    await rest();

    expect(channel.position.place.extension).toBe('x');
    expect([bridges.size, channels.size]).toEqual([0, 1]);
  });

  it('calls no device that is in use with the option s', async () => {
    const rig = aDialplanRig('[default]\nexten => s,1,Page(Local/now@called&Local/late@called&Local/rings@called,s)\n');
    rig.states.set('Local/now@called', 'INUSE');
    rig.states.set('Local/late@called', 'NOT_INUSE');
    rig.comesIn('s');
    await rest();

    expect(rig.channels.list().map(resourceOf)).toEqual(['caller', 'late', 'late', 'rings', 'rings']);
  });

  it('does not call the caller, and says so when no destination is left', async () => {
    const { channel, bridges, lines } = await aPage('Test/c1');

    expect(value(channel, 'AFTER')).toBe('yes');
    expect(bridges.size).toBe(0);
    expect(lines).toEqual([expect.stringContaining('Page: no destination given')]);
  });

  it('runs subroutines for the caller and for those who are called before it calls', async () => {
    const routines = `
[pre]
exten => caller,1,Note(caller %{ARG1})
 same => n,Return()
exten => callee,1,Note(callee %{CHANNEL(state)})
 same => n,Return()
`;
    const { notes, members } = await aPage('Local/now@called,b(pre^callee^1)B(pre^caller^1(x))', routines);

    expect(notes.map((note) => note.replace(/^.*: /, ''))).toEqual(['caller x', 'callee Down']);
    expect(members()).toEqual(['caller', 'now muted']);
  });

  it('says once which options it does not know', async () => {
    const { lines } = await aPage('Local/now@called,Zq');

    expect(lines.filter((line) => line.includes('Page: unknown option'))).toHaveLength(1);
  });
});
