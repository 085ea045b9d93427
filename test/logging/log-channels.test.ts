import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { channel, ChannelsRig } from './channels-rig';

let rig: ChannelsRig;

beforeEach(async () => {
  rig = await ChannelsRig.make();
});

afterEach(() => rig.close());

describe('log channels', () => {
  it('write a line to those that want its level, and to no other', async () => {
    const channels = await rig.open({
      channels: [channel('console', 'error'), channel('messages', 'notice,warning,error'), channel('all', '*')],
    });
    const { logger } = channels;

    logger.error({ code: 7 }, 'it broke');
    logger.warn({}, 'a peer misbehaved');
    logger.info({}, 'a call began');
    logger.debug({}, 'a packet came');
    logger.security({ user: 'anna' }, 'somebody was let in');
    await channels.flush();

    expect(await rig.linesOf('console')).toEqual(['[1709618828] ERROR[42]: it broke code=7']);
    expect(await rig.linesOf('log/messages')).toEqual([
      '[1709618828] ERROR[42]: it broke code=7',
      '[1709618828] WARNING[42]: a peer misbehaved',
      '[1709618828] NOTICE[42]: a call began',
    ]);
    expect((await rig.linesOf('log/all')).slice(3)).toEqual([
      '[1709618828] DEBUG[42]: a packet came',
      '[1709618828] SECURITY[42]: somebody was let in user=anna',
    ]);
  });

  it('write plain text or JSON where the configuration says so', async () => {
    const channels = await rig.open({
      channels: [channel('text', 'notice', 'plain'), channel('data', 'notice', 'json')],
    });

    channels.logger.child({ call: '1.2' }).info({ name: 'Anna B', list: [1, 'two'] }, 'a call began');
    await channels.flush();

    expect(await rig.linesOf('log/text')).toEqual([
      '[1709618828] NOTICE: a call began call=1.2 name="Anna B" list=[1,"two"]',
    ]);
    const line: unknown = JSON.parse((await rig.linesOf('log/data'))[0] ?? '');
    expect(line).toEqual({
      time: '1709618828',
      level: 'NOTICE',
      message: 'a call began',
      call: '1.2',
      name: 'Anna B',
      list: [1, 'two'],
    });
  });

  it('take lines of levels that only the configuration knows, verbose ones up to a depth', async () => {
    const channels = await rig.open({
      customLevels: ['Billing'],
      channels: [channel('deep', 'verbose(3),billing', 'plain'), channel('any', 'verbose', 'plain')],
    });

    channels.writeAs({ name: 'verbose', depth: 3 }, {}, 'three');
    channels.writeAs({ name: 'verbose', depth: 4 }, {}, 'four');
    channels.writeAs({ name: 'billing' }, {}, 'a fee');
    channels.writeAs({ name: 'dtmf' }, {}, 'nobody wants it');
    channels.writeAs({ name: 'unheard-of' }, {}, 'nor this');
    await channels.flush();

    expect(await rig.linesOf('log/deep')).toEqual(['[1709618828] VERBOSE: three', '[1709618828] BILLING: a fee']);
    expect(await rig.linesOf('log/any')).toEqual(['[1709618828] VERBOSE: three', '[1709618828] VERBOSE: four']);
  });

  it('append to what a file holds already', async () => {
    await mkdir(rig.logs);
    await writeFile(join(rig.logs, 'messages'), 'before\n');
    const channels = await rig.open({ channels: [channel('messages', 'notice', 'plain')] });

    channels.logger.info({}, 'after');
    await channels.close();

    expect(await rig.linesOf('log/messages')).toEqual(['before', '[1709618828] NOTICE: after']);
  });

  it('write everything that was logged before closing, and nothing after', async () => {
    const channels = await rig.open({ channels: [channel('messages', 'notice', 'plain')] });
    for (let line = 0; line < 5000; line += 1) channels.logger.info({ line }, 'counting');

    await Promise.all([channels.close(), channels.close()]);
    channels.logger.info({}, 'too late');
    await channels.flush();

    const lines = await rig.linesOf('log/messages');
    expect(lines).toHaveLength(5000);
    expect(lines.at(-1)).toBe('[1709618828] NOTICE: counting line=4999');
    expect(await channels.add('more', 'notice')).toEqual({ outcome: 'closed' });
  });

  it('do not read the fields of an unwanted line', async () => {
    const channels = await rig.open({ channels: [channel('messages', 'error')] });
    let read = 0;
    const body = {
      get text(): string {
        read += 1;
        return 'costly';
      },
    };

    channels.logger.debug({ body }, 'a body came');
    channels.logger.error({ body }, 'a bad body came');

    expect(read).toBe(1);
  });
});

describe('the list of log channels', () => {
  it('shows the newest first, with full paths and levels in a fixed order', async () => {
    const channels = await rig.open({
      channels: [
        channel('console', 'error'),
        channel('messages', 'error,notice,warning'),
        channel('extra', 'dtmf,verbose'),
      ],
    });
    await channels.add('mylog', 'error, NOTICE ,,warning');

    const file = (name: string, configuration: string): object => ({
      channel: join(rig.logs, name),
      type: 'File',
      status: 'Enabled',
      configuration,
    });
    expect(channels.list()).toEqual([
      file('mylog', 'NOTICE WARNING ERROR '),
      file('extra', 'VERBOSE DTMF '),
      file('messages', 'NOTICE WARNING ERROR '),
      { channel: '', type: 'Console', status: 'Enabled', configuration: 'ERROR VERBOSE ' },
    ]);
  });

  it('names every level for *, custom ones last', async () => {
    const channels = await rig.open({ customLevels: ['billing', 'ERROR'], channels: [channel('all', '*')] });

    expect(channels.list()[0]?.configuration).toBe(
      'DEBUG TRACE NOTICE WARNING ERROR VERBOSE DTMF FAX SECURITY CC BILLING ',
    );
  });

  it('shows syslog and files that cannot be opened as disabled, each with one warning', async () => {
    await mkdir(join(rig.logs, 'taken'), { recursive: true });
    const channels = await rig.open({
      channels: [
        channel('syslog.local0', 'error'),
        channel('taken', 'error'),
        channel('console', 'warning', 'plain'),
        channel('console', 'error'),
        channel('odd', 'error,bogus'),
      ],
    });
    channels.logger.error({}, 'it broke');
    await channels.flush();

    expect(channels.list().map(({ channel, type, status }) => [channel, type, status])).toEqual([
      [join(rig.logs, 'odd'), 'File', 'Enabled'],
      ['', 'Console', 'Enabled'],
      [join(rig.logs, 'taken'), 'File', 'Disabled'],
      ['syslog.local0', 'Syslog', 'Disabled'],
    ]);
    expect(await rig.linesOf('console')).toEqual([
      '[1709618828] WARNING: a log channel is disabled channel=syslog.local0 reason="syslog is not supported"',
      '[1709618828] WARNING: a log channel is disabled channel=taken reason="illegal operation on a directory"',
      '[1709618828] WARNING: a log channel was ignored channel=console reason="it is listed already"',
      `[1709618828] WARNING: a log level was ignored channel=odd reason="there is no level 'bogus'"`,
    ]);
    expect(await channels.rotate('taken')).toEqual({
      outcome: 'cannot-rotate',
      reason: 'its file could not be opened',
    });
  });
});
