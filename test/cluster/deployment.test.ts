import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/shared/project-root';
import { isInstalled } from '../support/interop/programs';
import { PatchbayProcess } from '../support/server/http-process';

const shipped = join(projectRoot(__dirname), 'deploy/cluster');
const withKamailio = isInstalled('kamailio') ? it : it.skip;

describe('the shipped deployment of a cluster', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-deployment-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has a configuration that nodes start with', async () => {
    for (const name of readdirSync(join(shipped, 'etc'))) {
      const text = readFileSync(join(shipped, 'etc', name), 'utf8');
      writeFileSync(
        join(folder, name),
        text.replaceAll('@NODE@', 'a').replaceAll(/@\w+_PASSWORD@/g, 'long-enough-secret'),
      );
    }

    const { code, stdout } = await PatchbayProcess.run(['check-config', '--config', folder]);

    expect({ code, stdout }).toMatchObject({ code: 0 });
  }, 60_000);

  withKamailio('has a proxy configuration that Kamailio accepts', () => {
    const list = join(folder, 'dispatcher.list');
    copyFileSync(join(shipped, 'dispatcher.list'), list);
    const file = join(folder, 'kamailio.cfg');
    const text = readFileSync(join(shipped, 'kamailio.cfg'), 'utf8');
    writeFileSync(file, text.replace('/etc/kamailio/dispatcher.list', list));

    const { status, stderr } = spawnSync('kamailio', ['-c', '-f', file], { encoding: 'utf8' });

    expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.not.stringContaining('ERROR') as string });
  });
});
