import { statSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { runTerminal } from '../../src/manager/terminal/run-terminal';
import { startManagerServer } from '../support/manager/manager-server';
import type { RunningServer } from '../support/server/running-server';

describe('the terminal of a running server', () => {
  let server: RunningServer;
  let path: string;
  beforeAll(async () => {
    server = await startManagerServer({ 'manager.conf': '[general]\nenabled = no\n' });
    path = join(server.folder, 'state', 'patchbay.ctl');
  });
  afterAll(() => server.close());

  async function run(command: string | undefined, typed = '') {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const complaints: string[] = [];
    input.end(typed);
    const code = await runTerminal({ path, command, input, output, complain: (said) => complaints.push(said) });
    output.end();
    return { code, text: await text(output), complaints };
  }

  it('is reached by a file that only the user of the server may open', () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('runs one command, also without a manager interface on the network', async () => {
    expect(await run('core show version')).toMatchObject({
      code: 0,
      text: expect.stringContaining('0.0.0-test') as string,
    });
  });

  it('says which commands do not exist', async () => {
    expect(await run('make coffee')).toMatchObject({
      code: 1,
      text: "No such command 'make coffee' (type 'core show help' for help)\n",
    });
  });

  it('places calls, shows them and hangs them up', async () => {
    const called = await run('channel originate Local/wait@default application Echo');
    const name = /calling: (.*)\n/.exec(called.text)?.[1] ?? '';

    expect((await run(`core show channel ${name}`)).text).toContain(`Name            ${name}`);
    expect((await run(`channel request hangup ${name}`)).text).toBe(`Requested Hangup on channel '${name}'\n`);
    expect((await run('dialplan show default')).text).toContain('Echo()');
    expect((await run('dialplan show nowhere')).text).toContain('nowhere');
    expect((await run('module show like app_echo')).text).toContain('1 modules loaded');
    expect((await run('logger rotate')).text).toContain('rotated');
  });

  it('reads commands until its input ends', async () => {
    const { text } = await run(undefined, 'core show uptime\ncore show calls\nexit\n');

    expect(text).toMatch(/System uptime: \d+ seconds[^]*No such command 'core show calls'/);
  });

  it('says where it has looked for a server', async () => {
    path = join(server.folder, 'elsewhere');

    const { code, complaints } = await run('core show version');

    expect([code, complaints.join('')]).toEqual([1, expect.stringContaining('elsewhere')]);
  });
});
