import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunningServer } from '../support/running-server';

jest.setTimeout(120_000);

/** Programs that we did not write. Where one is not installed, its test is skipped and says so. */
const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0;
const withProgram = (program: string, title: string, run: () => Promise<void>): void => {
  if (isInstalled(program)) it(title, run);
  else it.skip(`${title} (skipped: ${program} is not installed; apt-get install -y sip-tester)`, run);
};

let server: RunningServer;
let folder: string;
let running: ChildProcess | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-interop-'));
  server = await RunningServer.start({
    'phones.conf': '[general]\nbind = 127.0.0.1:0\n[alice]\npassword = alice-secret\n',
  });
});
afterEach(async () => {
  if (running?.exitCode === null) {
    running.kill('SIGKILL');
    await once(running, 'exit');
  }
  running = undefined;
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const port = (): number => server.phones.find(({ protocol }) => protocol === 'udp')?.port ?? 0;
/** REGISTER, the challenge, REGISTER with credentials, 200. */
const registerScenario = `<?xml version="1.0" encoding="ISO-8859-1" ?>
<scenario name="register">
  <send retrans="500"><![CDATA[
    REGISTER sip:[remote_ip]:[remote_port] SIP/2.0
    Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch];rport
    Max-Forwards: 70
    From: <sip:alice@[remote_ip]>;tag=[call_number]
    To: <sip:alice@[remote_ip]>
    Call-ID: [call_id]
    CSeq: 1 REGISTER
    Contact: <sip:alice@[local_ip]:[local_port]>
    Expires: 120
    Content-Length: 0

  ]]></send>
  <recv response="401" auth="true" />
  <send retrans="500"><![CDATA[
    REGISTER sip:[remote_ip]:[remote_port] SIP/2.0
    Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch];rport
    Max-Forwards: 70
    From: <sip:alice@[remote_ip]>;tag=[call_number]
    To: <sip:alice@[remote_ip]>
    Call-ID: [call_id]
    CSeq: 2 REGISTER
    Contact: <sip:alice@[local_ip]:[local_port]>
    Expires: 120
    [authentication username=alice password=alice-secret]
    Content-Length: 0

  ]]></send>
  <recv response="200" />
</scenario>
`;

describe('programs of others', () => {
  withProgram('sipp', 'sipp registers with credentials', async () => {
    const scenario = join(folder, 'register.xml');
    writeFileSync(scenario, registerScenario);
    const arguments_ = ['-sf', scenario, '-m', '1', '-i', '127.0.0.1', '-nostdin', `127.0.0.1:${port()}`];
    running = spawn('sipp', arguments_, { cwd: folder, stdio: 'ignore', env: { ...process.env, TERM: 'xterm' } });

    const [code] = (await once(running, 'exit')) as [number | null];

    expect(code).toBe(0);
  });
});
