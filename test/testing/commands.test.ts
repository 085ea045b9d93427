import { PassThrough } from 'node:stream';
import { runDemo } from '../../src/demo/demo';
import { runTestServer } from '../../src/testing/test-server';
import { basic } from '../support/server/http-client';
import { eventually } from '../support/eventually';

describe('the demo', () => {
  it('draws a whole call and says what to try next', async () => {
    const lines: string[] = [];

    await runDemo((line) => lines.push(line), 0);

    const text = lines.join('\n');
    expect(text).toMatch(/^ +application +server +Phone\/alice-00000000$/m);
    for (const step of ['StasisStart', 'answer -->|', 'ChannelDtmfReceived 1', 'StasisEnd', 'What to try next'])
      expect(text).toContain(step);
    expect(text.indexOf('StasisStart')).toBeLessThan(text.indexOf('ChannelDtmfReceived'));
  });
});

describe('the test server for other languages', () => {
  it('says where it is, and obeys commands on its input', async () => {
    const input = new PassThrough();
    const printed: string[] = [];
    const ended = runTestServer(['--clock', 'virtual', '--patience', '0'], {
      input,
      print: (line) => printed.push(line),
    });
    const answer = async (command?: string): Promise<Record<string, unknown>> => {
      const before = printed.length;
      if (command !== undefined) input.write(`${command}\n`);
      await eventually(
        () => printed.length > (command === undefined ? 0 : before),
        () => `no answer to ${command}`,
      );
      return JSON.parse(printed.at(-1) ?? '') as Record<string, unknown>;
    };
    const { url, user, password } = await answer();
    const headers = { authorization: basic(`${String(user)}:${String(password)}`) };

    expect((await fetch(`${String(url)}/ari/phones/erin`, { method: 'PUT', headers })).status).toBe(200);
    expect(await answer('advance 30s')).toEqual({ now: 1_767_225_630_000 });
    expect(await answer('drop-socket')).toEqual({ dropped: 0 });
    expect(await answer('story')).toHaveProperty('lines');
    expect(await answer('dance')).toEqual({ error: expect.stringContaining("unknown command 'dance'") as string });
    expect(await answer('restart')).toEqual({ url });

    input.write('close\n');
    await ended;
  });

  it.each([
    ['--clock', 'odd'],
    ['--port', 'x'],
  ])('refuses %s %s', async (option, value) => {
    await expect(runTestServer([option, value], { input: new PassThrough(), print: () => undefined })).rejects.toThrow(
      `${option} must be`,
    );
  });
});
