import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../../src/shared/project-root';
import { basic } from '../support/server/http-client';
import { patchbayProgram } from '../support/server/http-process';

const root = projectRoot(__dirname);
const python = spawnSync('python3', ['--version']).status === 0;

/** A test in Python, with nothing but its standard library. */
const pythonTest = `
import base64, json, subprocess, sys, urllib.request

server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
first = json.loads(server.stdout.readline())
login = base64.b64encode(f"{first['user']}:{first['password']}".encode()).decode()

def ask(method, path):
    request = urllib.request.Request(first['url'] + '/ari' + path, method=method, headers={'Authorization': 'Basic ' + login})
    with urllib.request.urlopen(request) as answer:
        text = answer.read()
        return json.loads(text) if text else None

def command(line):
    server.stdin.write(line + chr(10))
    server.stdin.flush()
    return json.loads(server.stdout.readline())

ask('PUT', '/phones/erin')
call = ask('POST', '/phones/erin/call?extension=200')
before = command('advance 1s')['now']
assert command('advance 58s')['now'] - before == 58000
assert [each['channel_id'] for each in ask('GET', '/phones/erin')['calls']] == [call['channel_id']]
command('advance 2s')
assert ask('GET', '/phones/erin')['calls'] == []
assert 'ChannelDestroyed 16 Normal Clearing' in [line['label'] for line in command('story')['lines']]
server.stdin.write('close' + chr(10))
server.stdin.close()
print(server.wait())
`;

describe('patchbay test-server', () => {
  const command = [...patchbayProgram(), 'test-server', '--port', '0'];
  let folder: string;
  let child: ChildProcess | undefined;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-test-server-'));
    writeFileSync(
      join(folder, 'dialplan.conf'),
      'exten => 200,1,Answer(,i)\n same => n,Wait(60)\n same => n,Hangup()\n',
    );
  });
  afterEach(() => child?.kill('SIGKILL'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('prints its address as its first line, and ends with its input', async () => {
    child = spawn(process.execPath, command, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    if (child.stdout === null || child.stdin === null) throw new Error('the process has no streams');
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as readonly string[];
    const { url, user, password } = JSON.parse(line ?? '') as Record<'url' | 'user' | 'password', string>;

    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    const headers = { authorization: basic(`${user}:${password}`) };
    expect((await fetch(`${url}/ari/asterisk/ping`, { headers })).status).toBe(200);
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
  });

  (python ? it : it.skip)('serves a test in Python', async () => {
    const file = join(folder, 'test.py');
    writeFileSync(file, pythonTest);
    const options = ['--clock', 'virtual', '--dialplan', join(folder, 'dialplan.conf')];
    child = spawn('python3', [file, process.execPath, ...command, ...options], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));

    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(printed.trim()).toBe('0');
  });
});
