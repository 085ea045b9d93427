import { join } from 'node:path';
import { PatchbayProcess, Workshop } from '../../support/server/http-process';

const http = '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\n';
const plan = `[globals]
A = 1

[default]
exten => _2XX,1,Dial(Local/party@default,10)
exten => s,1,Answer()
 same => n(again),Wait(60)
exten => 100/5551,1,Hangup
include => night,18:00-8:00,mon-fri
ignorepat => 9
[night]
exten => 700,hint,Stasis:desk&Stasis:cell
`;

describe('dialplan show', () => {
  const workshop = new Workshop();
  afterEach(() => workshop.clean());

  const show = async (extensions: string, ...args: readonly string[]) => {
    const folder = workshop.folder({ 'http.conf': http, 'extensions.conf': extensions });
    const finished = await PatchbayProcess.run(['dialplan', 'show', ...args, '--config', folder]);
    return { folder, ...finished, lines: finished.stdout.split('\n') };
  };

  it('prints every context as it is understood, each line with its place', async () => {
    const { code, lines, stderr } = await show(plan);

    expect([code, stderr]).toEqual([0, '']);
    expect(lines).toEqual([
      '[default]  extensions.conf:4',
      '  s             1          Answer()                      extensions.conf:6',
      '                2 (again)  Wait(60)                      extensions.conf:7',
      '  100/5551      1          Hangup()                      extensions.conf:8',
      '  _2XX          1          Dial(Local/party@default,10)  extensions.conf:5',
      '  include =>    night      18:00-8:00,mon-fri            extensions.conf:9',
      '  ignorepat =>  9                                        extensions.conf:10',
      '',
      '[night]  extensions.conf:11',
      '  hint =>  700  Stasis:desk&Stasis:cell  extensions.conf:12',
      '',
      '2 contexts, 3 extensions, 4 steps',
      '',
    ]);
  });

  it('prints one context where one is named', async () => {
    const { code, stdout } = await show(plan, 'night');

    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\[night\][^]*\n\n1 context, 0 extensions, 0 steps\n$/)]);
  });

  it.each([
    ['nihgt', "did you mean 'night'?"],
    ['elsewhere', 'there are: default, night'],
  ])('asked for %s, which there is not, ends with 1 and helps', async (context, help) => {
    expect(await show(plan, context)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `patchbay: there is no context '${context}'; ${help}\n`,
    });
  });

  it('shows what could be read beside what is wrong, and ends with 1', async () => {
    const { code, stdout, stderr, folder } = await show(`${plan}exten => 1,1,\n`);

    expect(code).toBe(1);
    expect(stdout).toContain('Answer()');
    expect(stderr).toBe(
      `${join(folder, 'extensions.conf')}:13: no application follows the priority; write one, for example NoOp()\n`,
    );
  });

  it('ignores faults of other files and a missing dialplan', async () => {
    const folder = workshop.folder({ 'http.conf': '[general]\nenabled = perhaps\n' });

    expect(await PatchbayProcess.run(['dialplan', 'show', '--config', folder])).toEqual({
      code: 0,
      stdout: '0 contexts, 0 extensions, 0 steps\n',
      stderr: '',
    });
  });

  it('says when there is no folder', async () => {
    expect(await PatchbayProcess.run(['dialplan', 'show', '--config', '/nowhere'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('/nowhere: there is no such folder') as string,
    });
  });

  it.each([
    ['no verb', ['dialplan']],
    ['another verb', ['dialplan', 'dance']],
    ['two contexts', ['dialplan', 'show', 'a', 'b']],
    ['a flag it does not know', ['dialplan', 'show', '--port', '1']],
  ])('given %s explains itself and ends with 2', async (_, args) => {
    const { code, stdout, stderr } = await PatchbayProcess.run(args);

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('usage: patchbay COMMAND');
  });

  it('prints the shipped dialplan', async () => {
    expect(await PatchbayProcess.run(['dialplan', 'show', 'default'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\n {2}demo +1 +Stasis\(demo,/) as string,
      stderr: '',
    });
  });
});

describe('a faulty dialplan', () => {
  const workshop = new Workshop();
  afterEach(() => workshop.clean());

  it.each([
    ['check-config', 'stdout', 'problem: '],
    ['serve', 'stderr', ''],
  ] as const)(
    'keeps the server from starting: %s reports it with all other problems',
    async (command, stream, prefix) => {
      const folder = workshop.folder({
        'http.conf': '[general]\nenabled = perhaps\n',
        'extensions.conf': '[default]\nexten => s,1,Answer,\nexten => _,1,NoOp()\n',
      });

      const finished = await PatchbayProcess.run([command, '--config', folder]);

      expect(finished.code).toBe(1);
      for (const place of ['http.conf:2', 'extensions.conf:2', 'extensions.conf:3'])
        expect(finished[stream]).toContain(`${prefix}${join(folder, place)}: `);
      expect(finished[stream]).toContain('3 problems');
    },
  );
});
