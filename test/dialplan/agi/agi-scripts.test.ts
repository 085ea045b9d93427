import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Channel } from '../../../src/engine/calls/channel/channel';
import { aFolder } from '../../engine/engine-rig';
import { aDialplan, lines, ran, settled, value } from '../run-rig';

/** Reads the environment into the file `seen`, up to the empty line. */
const greeting = `#!/bin/sh
seen="$AST_AGI_DIR/seen"
: > "$seen"
while read -r line && [ -n "$line" ]; do echo "$line" >> "$seen"; done
`;

describe('AGI to a script', () => {
  const folder = aFolder();
  const scripts = join(folder.path, 'agi-bin');
  beforeAll(() => mkdirSync(scripts));
  afterAll(() => folder.remove());

  const write = (name: string, text: string, mode = 0o755): void => {
    writeFileSync(join(scripts, name), text);
    chmodSync(join(scripts, name), mode);
  };
  const dial = (...steps: readonly string[]) => {
    const dialplan = aDialplan(lines(...steps), { scripts });
    const channel: Channel = dialplan.aChannel();
    return { dialplan, channel, over: dialplan.start(channel) };
  };
  const until = async (isSo: () => boolean): Promise<void> => {
    for (const deadline = Date.now() + 120_000; !isSo();) {
      if (Date.now() > deadline) throw new Error(`it does not become so: ${isSo.toString()}`);
      await settled();
    }
  };
  const isRunning = (pid: string): boolean => {
    try {
      process.kill(Number(pid), 0);
      return true;
    } catch {
      return false;
    }
  };

  it('hands it arguments and environment, and obeys it', async () => {
    write(
      'hello.sh',
      `${greeting}
echo "SET VARIABLE ARGS \\"$1|$2|$#\\""
read -r answer
echo "SET VARIABLE ANSWER \\"$answer\\""
read -r answer
env | sort > "$AST_AGI_DIR/env"
echo "it complains" >&2
`,
    );
    process.env['AGI_TEST_SECRET'] = 'secret';
    const { channel, over, dialplan } = dial('AGI(hello.sh,one,two words)', 'NoOp(next)');
    await over;
    delete process.env['AGI_TEST_SECRET'];

    expect(value(channel, 'ARGS')).toBe('one|two words|2');
    expect(value(channel, 'ANSWER')).toBe('200 result=1');
    expect(value(channel, 'AGISTATUS')).toBe('SUCCESS');
    expect(ran(dialplan.happened)).toHaveLength(2);
    const seen = readFileSync(join(scripts, 'seen'), 'utf8').split('\n');
    expect(seen).toEqual(expect.arrayContaining(['agi_request: hello.sh', 'agi_uniqueid: c1', 'agi_arg_2: two words']));
    expect(seen.join()).not.toContain('agi_network');
    const environment = readFileSync(join(scripts, 'env'), 'utf8');
    expect(environment).toContain(`AST_AGI_DIR=${scripts}`);
    expect(environment).not.toContain('secret');
    await until(() => dialplan.lines.some((line) => line.startsWith('warn') && line.includes('it complains')));
  });

  it('is found by its absolute path, too', async () => {
    write('hello.sh', `${greeting}echo "SET VARIABLE WHERE \\"$0\\""\nread -r answer\n`);
    const path = join(scripts, 'hello.sh');
    const { channel, over } = dial(`AGI(${path})`);
    await over;

    expect(value(channel, 'WHERE')).toBe(path);
  });

  it('never has its arguments read by a shell', async () => {
    const marker = join(scripts, 'pwned');
    write('echo-args.sh', `${greeting}echo "SET VARIABLE GOT \\"$1\\""\nread -r answer\n`);
    const { channel, over } = dial(`AGI(echo-args.sh,x && touch ${marker})`, `AGI(hello.sh && touch ${marker})`);
    await over;

    expect(value(channel, 'GOT')).toBe(`x && touch ${marker}`);
    expect(value(channel, 'AGISTATUS')).toBe('NOTFOUND');
    expect(() => readFileSync(marker)).toThrow(/ENOENT/);
  });

  it.each([
    ['AGI(nosuch.sh)', 'NOTFOUND', /there is no file/],
    ['AGI(/nosuch/at/all)', 'NOTFOUND', /there is no file/],
    ['AGI(folder)', 'NOTFOUND', /is not a file/],
    ['AGI(../outside.sh)', 'FAILURE', /leads out of/],
    ['AGI(folder/../../outside.sh)', 'FAILURE', /leads out of/],
    ['AGI(closed.sh)', 'FAILURE', /EACCES/],
  ])('%s is %s', async (step, status, reason) => {
    mkdirSync(join(scripts, 'folder'), { recursive: true });
    writeFileSync(join(folder.path, 'outside.sh'), greeting, { mode: 0o755 });
    write('closed.sh', greeting, 0o644);
    const { channel, over, dialplan } = dial(step, 'NoOp(next)');
    await over;

    expect(value(channel, 'AGISTATUS')).toBe(status);
    expect(dialplan.lines).toEqual([expect.stringMatching(reason)]);
    expect(ran(dialplan.happened)).toHaveLength(2);
  });

  it('says by its exit status whether it has failed', async () => {
    write('fails.sh', `${greeting}exit 3\n`);
    const { channel, over } = dial('AGI(fails.sh)');
    await over;

    expect(value(channel, 'AGISTATUS')).toBe('FAILURE');
  });

  it('gets a signal when the call ends, and has time for what is left', async () => {
    write(
      'patient.sh',
      `${greeting}
trap 'echo "SET VARIABLE TRAPPED yes"; read -r answer; echo "STREAM FILE hello \\"\\""; read -r answer; echo "SET VARIABLE LAST \\"$answer\\""; read -r answer; exit 0' HUP
echo "SET VARIABLE READY yes"
read -r answer
: > "$AST_AGI_DIR/ready"
while :; do sleep 0.01; done
`,
    );
    const { channel, over } = dial('AGI(patient.sh)');
    await until(() => existsSync(join(scripts, 'ready')));

    channel.hangUp();
    await over;

    expect(value(channel, 'TRAPPED')).toBe('yes');
    expect(value(channel, 'LAST')).toBe('511 Command Not Permitted on a dead channel or intercept routine');
    expect(value(channel, 'AGISTATUS')).toBe('HANGUP');
  });

  it('that does not end is killed, with what it has started', async () => {
    write(
      'stubborn.sh',
      `${greeting}
trap '' HUP TERM
sleep 600 &
echo "SET VARIABLE CHILD $!"
read -r answer
echo "SET VARIABLE PID $$"
read -r answer
wait
while :; do sleep 600; done
`,
    );
    const { channel, over, dialplan } = dial('AGI(stubborn.sh)');
    await until(() => value(channel, 'PID') !== undefined);
    const [script = '', child = ''] = [value(channel, 'PID'), value(channel, 'CHILD')];

    channel.hangUp();
    await dialplan.pass(30_000);
    await over;
    expect(isRunning(script)).toBe(true);
    await dialplan.pass(5000);

    await until(() => !isRunning(script) && !isRunning(child));
    await until(() => dialplan.clock.running === 0);
  });

  it('does not outlive the server', async () => {
    write('stubborn.sh', `${greeting}trap '' HUP TERM\necho "SET VARIABLE PID $$"\nread -r answer\nsleep 600\n`);
    const { channel, over, dialplan } = dial('AGI(stubborn.sh)');
    await until(() => value(channel, 'PID') !== undefined);

    dialplan.closing.abort();
    channel.hangUp();
    await over;

    await until(() => !isRunning(value(channel, 'PID') ?? ''));
    await until(() => dialplan.clock.running === 0);
  });
});
