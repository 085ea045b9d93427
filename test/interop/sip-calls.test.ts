import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../support/call-events';
import { SipRig } from '../support/sip-rig';
import { SipPhone } from '../support/sip-phone';

jest.setTimeout(120_000);

/** Programs that we did not write. Where one is not installed, its test is skipped and says so. */
const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0;
const withProgram = (program: string, title: string, run: () => Promise<void>): void => {
  if (isInstalled(program)) it(title, run);
  else it.skip(`${title} (skipped: ${program} is not installed; apt-get install -y sip-tester)`, run);
};

const pjsip = `
[sipp](phone)
[sipp]
type = identify
endpoint = sipp
match = 127.0.0.1
`;
const global = `
[global]
type = global
endpoint_identifier_order = username,ip
`;
const extensions = `
exten => service,1,Ringing()
 same => n,Answer(,i)
 same => n,Wait(600)
`;

let rig: SipRig;
let folder: string;
let running: ChildProcess | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-interop-'));
  rig = await SipRig.start({ pjsip: `${pjsip}${global}`, extensions });
});
afterEach(async () => {
  if (running?.exitCode === null) {
    running.kill('SIGKILL');
    await once(running, 'exit');
  }
  running = undefined;
  await rig.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(program: string, ...given: readonly string[]): ChildProcess {
  const env = { ...process.env, TERM: 'xterm' };
  return (running = spawn(program, given, { cwd: folder, stdio: 'ignore', env }));
}

/** A port that was free a moment ago, for programs that cannot choose one. */
async function freePort(): Promise<number> {
  const phone = await SipPhone.overUdp('nobody', '', rig.port);
  const { port } = phone;
  phone.close();
  return port;
}

describe('sipp', () => {
  withProgram('sipp', 'calls, is answered and hangs up, many times at once', async () => {
    const sipp = start(
      'sipp',
      ...['-sn', 'uac', '-m', '60', '-r', '30', '-d', '100', '-nostdin'],
      ...[...['-i', '127.0.0.1', `127.0.0.1:${rig.port}`]],
    );

    const [code] = (await once(sipp, 'exit')) as [number | null];

    expect(code).toBe(0);
    await rig.calls.quiet();
  });

  withProgram('sipp', 'is called, answers and is hung up', async () => {
    const app = await rig.open('hello');
    const port = await freePort();
    const sipp = start('sipp', ...['-sn', 'uas', '-m', '5', '-i', '127.0.0.1', '-p', String(port), '-nostdin']);
    const exited = once(sipp, 'exit');

    for (const id of ['s1', 's2', 's3', 's4', 's5']) {
      await rig.rest.post(`/channels/${id}?endpoint=PJSIP/sipp/sip:service@127.0.0.1:${port}&app=hello`);
      await until(app, `StasisStart ${id}`);
      await rig.rest.delete(`/channels/${id}`);
    }

    expect(((await exited) as [number | null])[0]).toBe(0);
  });
});
