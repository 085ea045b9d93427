import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fromSource } from '../../bench/processes/node-command';
import { projectRoot } from '../../src/shared/project-root';

describe('a soak test that is asked to end', () => {
  it('gives its verdict first', async () => {
    const { program, args } = fromSource(join(projectRoot(__dirname), 'soak/cli.ts'), ['--minutes', '60']);
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    const ended = once(child, 'close');
    while (!/^seed /m.test(said)) await once(child.stdout, 'data');

    child.kill('SIGTERM');

    await ended;
    expect(said).toMatch(/^played: [^]*(nothing failed|^not flat: |^failed: )/m);
  });
});
