import { join } from 'node:path';
import { folderProblem } from '../../src/config/reader/conf-disk';
import type { Machine } from '../../src/config/machine';
import { ConfFolders, ariConf } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

const machine: Machine = { hostName: 'host', currentFolder: '/here', hardwareAddresses: [] };

describe('directories', () => {
  const written = `[directories]
astvarlibdir = /var/lib/x
astspooldir => /var/spool/x
astlogdir = logs
`;

  it('hold the shipped sounds where the configuration names no folder for them', () => {
    const shipped = { machine, shippedData: '/usr/lib/patchbay' };

    expect(folders.sound({ 'ari.conf': ariConf }, shipped).directories).toMatchObject({
      data: '/usr/lib/patchbay',
      sounds: '/usr/lib/patchbay/sounds',
      scripts: '/here/.patchbay/data/agi-bin',
    });
    expect(folders.sound({ 'asterisk.conf': written }, shipped).directories.sounds).toBe('/var/lib/x/sounds');
  });

  it('are below .patchbay in the current folder by default', () => {
    const { directories } = folders.sound({ 'ari.conf': ariConf }, { machine });

    expect(directories).toMatchObject({
      data: '/here/.patchbay/data',
      sounds: '/here/.patchbay/data/sounds',
      scripts: '/here/.patchbay/data/agi-bin',
      spool: '/here/.patchbay/spool',
      recordings: '/here/.patchbay/spool/recording',
      log: '/here/.patchbay/log',
      databaseFile: '/here/.patchbay/database',
    });
  });

  it('are those of asterisk.conf, relative ones below the configuration folder', () => {
    const { directories } = folders.sound({ 'asterisk.conf': written }, { machine });

    expect(directories).toEqual({
      config: directories.config,
      data: '/var/lib/x',
      sounds: '/var/lib/x/sounds',
      scripts: '/var/lib/x/agi-bin',
      spool: '/var/spool/x',
      recordings: '/var/spool/x/recording',
      monitor: '/var/spool/x/monitor',
      absoluteSounds: [],
      log: join(directories.config, 'logs'),
      databaseFile: '/var/lib/x/patchbay.mdb',
    });
  });

  it('move to PATCHBAY_STATE, all but the sounds and the programs of AGI', () => {
    const env = { PATCHBAY_STATE: 'state' };
    const conf = `${written}astagidir = /usr/share/x/agi-bin\n`;
    const { directories } = folders.sound({ 'asterisk.conf': conf }, { machine, env });

    expect(directories).toMatchObject({
      data: '/var/lib/x',
      scripts: '/usr/share/x/agi-bin',
      spool: '/here/state/spool',
      log: '/here/state/log',
      databaseFile: '/here/state/database',
    });
  });

  it('are joined by those that sounds may be named in by their paths', () => {
    const { directories } = folders.sound({ 'asterisk.conf': '[directories]\nabsolute_sounds = /srv/a, prompts\n' });

    expect(directories.absoluteSounds).toEqual(['/srv/a', join(directories.config, 'prompts')]);
  });

  it('keep the database in astdbdir, under a name of our own', () => {
    const { directories } = folders.sound({ 'asterisk.conf': `${written}astdbdir => /var/lib/db\n` });

    expect(directories).toMatchObject({ data: '/var/lib/x', databaseFile: '/var/lib/db/patchbay.mdb' });
  });

  it('that cannot be written are problems at the line that names them', () => {
    const folder = folders.make({ file: '' });
    const below = (name: string) => join(folder, 'file', name);
    const text = `[directories]
astlogdir = ${below('log')}
astdbdir = ${below('db')}
astspooldir = ${join(folder, 'spool')}
`;

    const remedy = 'make it writable, or name another one in [directories] of asterisk.conf or with --state';
    expect(folders.problems({ 'asterisk.conf': text }, { folderProblem })).toEqual([
      `asterisk.conf:2: the folder ${below('log')} cannot be used: ${folder}/file is not a folder; ${remedy}`,
      `asterisk.conf:3: the folder ${below('db')} cannot be used: ${folder}/file is not a folder; ${remedy}`,
    ]);
    const inState = folders.problems(
      { 'asterisk.conf': text },
      { folderProblem, env: { PATCHBAY_STATE: join(folder, 'file') } },
    );
    expect(inState.map((problem) => problem.split(' cannot be used')[0])).toEqual([
      `${folder}/file: the folder ${below('log')}`,
      `${folder}/file: the folder ${folder}/file`,
      `${folder}/file: the folder ${below('spool/recording')}`,
    ]);
  });

  it('must not be empty words', () => {
    expect(folders.problems({ 'asterisk.conf': '[directories]\nastlogdir =\n' })).toEqual([
      "asterisk.conf:2: 'astlogdir' is empty; write the path of a folder",
    ]);
  });
});
