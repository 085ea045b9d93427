import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { channel, ChannelsRig } from './channels-rig';

let rig: ChannelsRig;

beforeEach(async () => {
  rig = await ChannelsRig.make();
});

afterEach(() => rig.close());

describe('a log directory that cannot be made', () => {
  it('disables its files and says so on the console', async () => {
    await writeFile(rig.logs, 'a file in the way');
    const channels = await rig.open({ channels: [channel('console', 'warning', 'plain'), channel('messages', '*')] });
    await channels.flush();

    expect(channels.list().map(({ status }) => status)).toEqual(['Disabled', 'Enabled']);
    expect(await rig.linesOf('console')).toEqual([
      `[1709618828] WARNING: the log directory cannot be created channel=${rig.logs} reason="file already exists"`,
      '[1709618828] WARNING: a log channel is disabled channel=messages reason="file already exists"',
    ]);
    expect(await channels.add('mylog', 'notice')).toMatchObject({ outcome: 'cannot-open' });
  });
});

describe('a log file that cannot be written', () => {
  it('is shown as disabled, with one warning elsewhere, and nothing breaks', async () => {
    const channels = await rig.open({
      channels: [channel('/dev/full', '*'), channel('console', 'warning', 'plain')],
    });
    for (let line = 0; line < 3; line += 1) {
      channels.logger.info({}, 'a call began');
      await channels.flush();
    }

    expect(channels.list().find(({ channel }) => channel === '/dev/full')?.status).toBe('Disabled');
    expect(await rig.linesOf('console')).toEqual([
      '[1709618828] WARNING: a log channel cannot be written channel=/dev/full reason="no space left on device"',
    ]);
  });

  it('is enabled again as soon as writing works, and says how many lines are missing', async () => {
    await mkdir(rig.logs);
    await symlink('/dev/full', join(rig.logs, 'messages'));
    const channels = await rig.open({
      rotateStrategy: 'none',
      channels: [channel('messages', 'notice', 'plain'), channel('console', 'warning', 'plain')],
    });
    channels.logger.info({}, 'one');
    channels.logger.info({}, 'two');
    await channels.flush();
    await rm(join(rig.logs, 'messages'));

    expect(await channels.rotate('messages')).toEqual({ outcome: 'rotated' });
    channels.logger.info({}, 'three');
    await channels.flush();
    await channels.flush();

    expect(channels.list().map(({ status }) => status)).toEqual(['Enabled', 'Enabled']);
    expect(await rig.linesOf('log/messages')).toEqual(['[1709618828] NOTICE: three']);
    expect((await rig.linesOf('console')).at(-1)).toBe(
      '[1709618828] WARNING: lines of a log channel were lost channel=messages lines=2',
    );
  });

  it('goes on where it was when it cannot be rotated', async () => {
    const longest = 'm'.repeat(254); // no name is left for the file to be moved to
    const channels = await rig.open({ channels: [channel(longest, 'notice', 'plain')] });

    expect(await channels.rotate(longest)).toEqual({ outcome: 'cannot-rotate', reason: 'name too long' });
    channels.logger.info({}, 'still here');
    await channels.flush();

    expect(await rig.linesOf(`log/${longest}`)).toEqual(['[1709618828] NOTICE: still here']);
  });
});
