import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { shippedUser } from '../../src/config/shipped-user';
import { projectRoot } from '../../src/shared/project-root';
import { eventually, within } from '../support/eventually';
import { Workshop } from '../support/http-process';
import { Rest } from '../support/socket-rest';

const root = projectRoot(__dirname);

/** A program started by the command that its own first line gives. */
class Example {
  readonly ended: Promise<number | null>;
  output = '';
  /** Of the program, and of npx, which may have something to say about the settings of npm. */
  complaints = '';

  constructor(readonly child: ChildProcessByStdio<null, Readable, Readable>) {
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.complaints += text));
    this.ended = once(child, 'close').then(([code]) => code as number | null);
  }

  static start(file: string, origin: string): Example {
    const [first = ''] = readFileSync(join(root, 'examples', file), 'utf8').split('\n');
    const [, command = ''] = /^\/\/ Run it with: (.*)$/.exec(first) ?? [];
    const [program = '', ...args] = command.split(' ');
    const { PATH = '', HOME = '' } = process.env;
    // A group of its own: npx runs the program in a process below it, which has to get the signal too.
    const child = spawn(program, args, {
      cwd: root,
      env: { PATH, HOME, PATCHBAY_URL: origin },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    return new Example(child);
  }

  async says(text: string): Promise<void> {
    await eventually(
      () => this.output.includes(text),
      () => `waited for '${text}', and it said: ${this.output}${this.complaints}`,
    );
  }

  signal(name: NodeJS.Signals): void {
    const { pid, exitCode, signalCode } = this.child;
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, name);
  }
}

describe('the examples, run as they say, against the shipped configuration', () => {
  const workshop = new Workshop();
  const running: Example[] = [];
  let origin: string;
  let rest: Rest;
  beforeAll(async () => {
    origin = await workshop.start(['serve', '--port', '0', '--state', workshop.folder({})]).ready();
    rest = new Rest(origin, `${shippedUser.name}:${shippedUser.password}`);
  });
  afterAll(async () => {
    for (const example of running.splice(0)) {
      example.signal('SIGKILL');
      await example.ended;
    }
    await workshop.clean();
  });
  const start = (file: string): Example => {
    const example = Example.start(file, origin);
    running.push(example);
    return example;
  };

  it('are these', () => {
    expect(readdirSync(join(root, 'examples')).sort()).toEqual(['hello.ts', 'list-channels.ts']);
  });

  it('list-channels prints the channels there are', async () => {
    await rest.post('/channels/c1?endpoint=Local/party@default&context=default&extension=echo&priority=1');

    const example = start('list-channels.ts');

    expect([await within(example.ended, () => example.complaints), example.output]).toEqual([
      0,
      expect.stringMatching(/^c1 {2}Local\/party@default-\S+;1 {2}\w+$/m),
    ]);
    await rest.delete('/channels/c1');
  });

  it('hello greets a caller and hangs up, until it is interrupted', async () => {
    const example = start('hello.ts');
    await example.says('waiting for calls');

    expect((await rest.post('/channels/c2?endpoint=Local/echo@default&app=hello&callerId=100')).status).toBe(200);
    await example.says('call from 100');
    await eventually(
      async () => (await rest.get('/channels/c2')).status === 404,
      () => `the call was not hung up: ${example.complaints}`,
    );
    example.signal('SIGINT');

    await within(example.ended, () => example.complaints);
    expect(example.complaints).not.toContain('Error');
    expect(example.output.trim().split('\n')).toEqual(['waiting for calls', 'call from 100', 'the client is closed']);
  });
});
