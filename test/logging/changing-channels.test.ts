import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoggerConfig } from '../../src/config/server-config';
import { describeLogFailure } from '../../src/logging/log-channel-results';
import { channel, ChannelsRig } from './channels-rig';

let rig: ChannelsRig;

beforeEach(async () => {
  rig = await ChannelsRig.make();
});

afterEach(() => rig.close());

describe('adding a log channel', () => {
  it('begins to write at once', async () => {
    const channels = await rig.open({ channels: [channel('messages', 'error')] });
    channels.logger.info({}, 'before');

    expect(await channels.add('mylog', '[json]notice')).toEqual({ outcome: 'added' });
    channels.logger.info({}, 'after');
    await channels.flush();

    expect((await rig.linesOf('log/mylog')).map((line) => JSON.parse(line) as unknown)).toEqual([
      { time: '1709618828', level: 'NOTICE', message: 'after' },
    ]);
  });

  it.each([
    ['', { outcome: 'no-levels' }],
    [' , ,', { outcome: 'no-levels' }],
    ['[json]', { outcome: 'no-levels' }],
    ['notice,bogus', { outcome: 'unknown-level', level: 'bogus' }],
    ['verbose(x)', { outcome: 'unknown-level', level: 'verbose(x)' }],
    ['verbose(-1)', { outcome: 'unknown-level', level: 'verbose(-1)' }],
    ['x'.repeat(1000), { outcome: 'unknown-level', level: 'x'.repeat(64) }],
    ['[xml]notice', { outcome: 'unknown-format', format: 'xml', known: ['default', 'plain', 'json'] }],
    ['[json notice', { outcome: 'unknown-level', level: '[json notice' }],
  ])('refuses the configuration %.20j', async (configuration, failure) => {
    const channels = await rig.open({});

    expect(await channels.add('mylog', configuration)).toMatchObject(failure);
    expect(channels.list()).toEqual([]);
  });

  it('says which levels there are when one is unknown', async () => {
    const channels = await rig.open({ customLevels: ['billing'] });

    const result = await channels.add('mylog', 'loud');

    if (result.outcome !== 'unknown-level') throw new Error(`it was ${result.outcome}`);
    expect(describeLogFailure('mylog', result)).toBe(
      "there is no log level 'loud': use debug, trace, notice, warning, error, verbose, dtmf, fax, security, cc, " +
        'billing or *',
    );
  });

  it('refuses a name that exists, as a name or as a path, also when two ask at once', async () => {
    const channels = await rig.open({ channels: [channel('messages', 'error'), channel('console', 'error')] });

    const both = await Promise.all([channels.add('mylog', 'notice'), channels.add('mylog', 'error')]);

    expect(both).toEqual([{ outcome: 'added' }, { outcome: 'exists' }]);
    for (const name of ['mylog', 'messages', 'console', join(rig.logs, 'mylog')]) {
      expect(await channels.add(name, 'notice')).toEqual({ outcome: 'exists' });
    }
  });

  it.each([
    ['', 'it is empty'],
    ['  ', 'it is empty'],
    ['../secret', 'it is not the name of a file'],
    ['a/../../secret', 'it is not the name of a file'],
    ['..', 'it is not the name of a file'],
    ['.', 'it is not the name of a file'],
    ['folder/', 'it is not the name of a file'],
    ['/etc/passwd', 'it leads out of the log directory'],
    ['a\0b', 'it holds control characters'],
    ['a\nb', 'it holds control characters'],
    ['x'.repeat(300), 'it is too long'],
    [`${'y/'.repeat(3000)}y`, 'it is too long'],
    ['console', 'only files can be added while the server runs'],
    ['syslog.local1', 'only files can be added while the server runs'],
  ])('refuses the name %.20j', async (name, reason) => {
    const channels = await rig.open({ channels: [channel('messages', 'error')] });

    expect(await channels.add(name, 'notice')).toEqual({ outcome: 'bad-name', reason });
    expect(channels.list()).toHaveLength(1);
  });

  it('does not follow links, nor write to anything but files', async () => {
    const channels = await rig.open({ channels: [channel('messages', 'error')] });
    await mkdir(join(rig.folder, 'elsewhere'));
    await symlink(join(rig.folder, 'elsewhere'), join(rig.logs, 'out'));
    await symlink(join(rig.folder, 'elsewhere', 'file'), join(rig.logs, 'link'));
    await mkdir(join(rig.logs, 'inside'));

    expect(await channels.add('out/file', 'notice')).toMatchObject({ outcome: 'bad-name' });
    expect(await channels.add('link', 'notice')).toMatchObject({ outcome: 'bad-name' });
    expect(await channels.add('inside', 'notice')).toMatchObject({ outcome: 'bad-name' });
    expect(await channels.add('inside/file', 'notice')).toEqual({ outcome: 'added' });
    expect(await readdir(join(rig.folder, 'elsewhere'))).toEqual([]);
  });

  it('works though the configuration lists no file', async () => {
    const channels = await rig.open({});

    expect(await channels.add('mylog', 'notice')).toEqual({ outcome: 'added' });
  });

  it('says why a file cannot be opened, without telling paths', async () => {
    const channels = await rig.open({ channels: [channel('messages', 'error')] });

    expect(await channels.add('no/such/folder', 'notice')).toEqual({
      outcome: 'cannot-open',
      reason: 'no such file or directory',
    });
    expect(await channels.add('messages/file', 'notice')).toEqual({
      outcome: 'cannot-open',
      reason: 'not a directory',
    });
  });

  it('has an end: each channel holds a file open', async () => {
    const channels = await rig.open({ channels: [channel('messages', 'error')] }, { maxAdded: 2 });
    await channels.add('one', 'notice');
    await channels.add('two', 'notice');

    expect(await channels.add('three', 'notice')).toEqual({ outcome: 'too-many', limit: 2 });
    await channels.delete('one');
    expect(await channels.add('three', 'notice')).toEqual({ outcome: 'added' });
  });
});

describe('deleting a log channel', () => {
  it('ends the writing and leaves the file', async () => {
    const channels = await rig.open({ channels: [channel('messages', 'error')] });
    await channels.add('mylog', '[plain]notice');
    channels.logger.info({}, 'before');

    expect(await channels.delete('mylog')).toEqual({ outcome: 'deleted' });
    channels.logger.info({}, 'after');
    await channels.flush();

    expect(await rig.linesOf('log/mylog')).toEqual(['[1709618828] NOTICE: before']);
    expect(channels.list()).toHaveLength(1);
    expect(await channels.delete('mylog')).toEqual({ outcome: 'not-found' });
    expect(await channels.add('mylog', 'notice')).toEqual({ outcome: 'added' });
  });

  it('takes the full path as well', async () => {
    const channels = await rig.open({ channels: [channel('messages', 'error')] });
    await channels.add('mylog', 'notice');

    expect(await channels.delete(join(rig.logs, 'mylog'))).toEqual({ outcome: 'deleted' });
  });

  it('is not for channels of the configuration', async () => {
    const channels = await rig.open({ channels: [channel('messages', 'error'), channel('console', 'error')] });

    for (const name of ['messages', join(rig.logs, 'messages'), 'console']) {
      expect(await channels.delete(name)).toEqual({ outcome: 'configured' });
    }
    expect(channels.list()).toHaveLength(2);
  });
});

describe('reading logger.conf again', () => {
  const config: LoggerConfig = {
    dateFormat: '%s',
    customLevels: [],
    channels: [],
    maxFileSize: 67_108_864,
    keepFiles: 10,
    rotateStrategy: 'sequential',
  };

  it('takes what it lists now: new channels, other levels, and no longer what is gone', async () => {
    const channels = await rig.open({ channels: [channel('gone', 'notice'), channel('messages', 'error')] });

    await channels.reconfigure({ ...config, channels: [channel('messages', 'notice'), channel('fresh', 'notice')] });
    channels.logger.info({}, 'after');
    await channels.flush();

    expect(channels.list().map(({ channel: path }) => path)).toEqual([
      join(rig.logs, 'fresh'),
      join(rig.logs, 'messages'),
    ]);
    expect(await rig.linesOf('log/messages')).toEqual(['[1709618828] NOTICE[42]: after']);
    expect(await rig.linesOf('log/fresh')).toEqual(['[1709618828] NOTICE[42]: after']);
    expect(await rig.linesOf('log/gone')).toEqual([]);
  });

  it('keeps channels that were added, and every line', async () => {
    const channels = await rig.open({ channels: [channel('messages', 'notice')] });
    await channels.add('mylog', 'notice');

    for (let count = 0; count < 100; count += 1) {
      channels.logger.info({ count }, 'line');
      if (count % 25 === 0) void channels.reconfigure({ ...config, channels: [channel('messages', 'notice')] });
      await Promise.resolve();
    }
    await channels.reconfigure({ ...config, channels: [channel('messages', 'notice')] });
    await channels.flush();

    const expected = Array.from({ length: 100 }, (_, count) => `[1709618828] NOTICE[42]: line count=${count}`);
    expect(await rig.linesOf('log/mylog')).toEqual(expected);
    expect(await rig.linesOf('log/messages')).toEqual(expected);
    expect(await channels.delete('mylog')).toEqual({ outcome: 'deleted' });
  });

  it('does nothing once the channels are closed', async () => {
    const channels = await rig.open({});
    await channels.close();

    await channels.reconfigure({ ...config, channels: [channel('late', 'notice')] });

    expect(await readdir(rig.logs)).toEqual([]);
  });
});
