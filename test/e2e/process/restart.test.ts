import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runTerminal } from '../../../src/manager/terminal/run-terminal';
import { eventually } from '../../support/eventually';
import { Workshop } from '../../support/server/http-process';
import { ServedProcess } from '../../support/server/served-process';

describe('a server that is told by a command of the terminal', () => {
  const workshop = new Workshop();
  let server: ServedProcess;
  beforeEach(async () => {
    server = await ServedProcess.start(workshop, { 'asterisk.conf': '[options]\nshutdown_grace = 600\n' });
    await server.rest.post('/channels/c1?endpoint=Local/up@default&extension=up&context=default');
  });
  afterEach(() => workshop.clean());

  async function run(command: string): Promise<string> {
    const [input, output] = [new PassThrough(), new PassThrough()];
    input.end();
    const path = join(server.folder, 'state', 'patchbay.ctl');
    await runTerminal({ path, command, input, output, complain: (said) => output.write(said) });
    output.end();
    return text(output);
  }

  const starts = (): number => server.process.printed.match(/http:\/\/127\.0\.0\.1:\d+/g)?.length ?? 0;

  it('to restart ends its calls, reads its configuration and serves again in the same process', async () => {
    expect(await run('core show channels')).toContain('Local/up@default');
    const before = starts();
    server.configure('extensions.conf', '[default]\nexten => new,1,Answer()\n');

    expect(await run('core restart now')).toBe('the server restarts\n');
    await eventually(
      () => starts() > before,
      () => `it did not start again: ${server.process.printed}${server.process.complaints}`,
    );

    expect(await run('core show channels')).toContain('0 active channels');
    expect(await run('dialplan show default')).toContain('new  1  Answer()');
    server.signal('SIGTERM');
    expect((await server.finished).code).toBe(0);
  });

  it('to stop now does not wait for its calls', async () => {
    expect(await run('core stop now')).toBe('the server stops\n');

    expect((await server.finished).code).toBe(0);
  });
});
