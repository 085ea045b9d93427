import { join } from 'node:path';
import { interfaceVersion } from '../../../generated/versions';
import { verify } from '../../../src/server/auth/passwords';
import { PatchbayProcess, Workshop } from '../../support/server/http-process';

const http = '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\n';
const ari = '[general]\n[anna]\ntype = user\npassword = secret\n';

describe('the command', () => {
  const workshop = new Workshop();
  afterEach(() => workshop.clean());

  it.each([
    ['a command it does not know', ['dance']],
    ['a flag it does not know', ['serve', '--loud']],
    ['a flag without its value', ['check-config', '--config']],
  ])('told %s explains itself and ends with 2', async (_, args) => {
    const { code, stdout, stderr } = await PatchbayProcess.run(args);

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('usage: patchbay COMMAND');
    expect(stderr).not.toMatch(/ at .*\.(ts|js):\d+/);
  });

  it('test-server with a flag it does not know points to the help and ends with 2', async () => {
    const { code, stdout, stderr } = await PatchbayProcess.run(['test-server', '--loud']);

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain("Unknown option '--loud'");
    expect(stderr).toContain('patchbay --help');
  });

  it.each([[['--help']], [['demo', '--help']], [['test-server', '-h']]])('help (%j) ends with 0', async (args) => {
    expect(await PatchbayProcess.run(args)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('hash-password') as string,
      stderr: '',
    });
  });

  it('ends quietly when the reader of its output leaves', async () => {
    const help = PatchbayProcess.start(['help']);
    help.child.stdout.destroy();

    expect(await help.finished).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('version names the server and the interface', async () => {
    const { code, stdout } = await PatchbayProcess.run(['version']);

    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Patchbay \d+\.\d+\.\d+, interface (.+)\n$/)]);
    expect(stdout).toContain(`interface ${interfaceVersion}\n`);
  });

  it('hash-password prints two lines that ari.conf takes and that match the password', async () => {
    const { code, stdout } = await PatchbayProcess.run(['hash-password'], { input: 'påss wörd;#\nmore\n' });
    const folder = workshop.folder({ 'http.conf': http, 'ari.conf': `[anna]\ntype = user\n${stdout}` });

    expect(code).toBe(0);
    expect(stdout).toMatch(/^password_format = scrypt\npassword = scrypt\$\S+\n$/);
    const password = /password = (\S+)/.exec(stdout)?.[1] ?? '';
    expect(await verify('påss wörd;#', { password, passwordFormat: 'scrypt' })).toBe(true);
    expect((await PatchbayProcess.run(['check-config', '--config', folder])).code).toBe(0);
  });

  it.each([
    ['without a password', '', 2],
    ['with a password without end', 'x'.repeat(1000), 1],
  ])('hash-password %s prints no hash', async (_, input, expected) => {
    const { code, stdout, stderr } = await PatchbayProcess.run(['hash-password'], { input });

    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).toMatch(/^patchbay: .*password/);
  });
});

describe('check-config', () => {
  const workshop = new Workshop();
  afterEach(() => workshop.clean());

  const check = (files: Readonly<Record<string, string>>, more: readonly string[] = []) => {
    const folder = workshop.folder(files);
    return PatchbayProcess.run(['check-config', '--config', folder, ...more]).then((finished) => ({
      folder,
      ...finished,
    }));
  };

  it('finds the shipped configuration sound', async () => {
    const { code, stdout } = await PatchbayProcess.run(['check-config']);

    expect([code, stdout]).toEqual([0, expect.stringContaining('http://127.0.0.1:8088/ari')]);
  });

  it('reports all problems of all files at once, each with its line', async () => {
    const { code, stdout, folder } = await check({
      'http.conf': '[general]\nenabled = perhaps\nbindadr = 127.0.0.1\nbindport = 99999\n',
      'ari.conf':
        '[general]\n\n[anna]\ntype = user\n\n[bert]\ntype = uesr\n[carl]\ntype = user\npassword = x\nresources = chanels\n',
      'logger.conf': 'orphan = 1\n',
    });

    expect(code).toBe(1);
    for (const place of [
      'http.conf:2',
      'http.conf:3',
      'http.conf:4',
      'ari.conf:3',
      'ari.conf:7',
      'ari.conf:11',
      'logger.conf:1',
    ])
      expect(stdout).toContain(`problem: ${join(folder, place)}: `);
    expect(stdout).toMatch(/\n\d+ problems: Patchbay would not start with this configuration\.\n/);
  });

  it('finds every password that could never match, and shows none of them', async () => {
    const users = [
      ['crypt', '$6$salt$short', 'the password is not a complete $6$ hash'],
      ['crypt', '$2b$12$abcdefghijklmnopqrstuv', 'the password is a bcrypt hash'],
      ['crypt', 'a-plain-one', 'the password is not a crypt(3) hash'],
      ['scrypt', '$6$another$format', 'the password does not look like scrypt$N$r$p$salt$hash'],
      [
        'scrypt',
        `scrypt$${2 ** 26}$8$1$c2FsdHNhbHQ=$aGFzaGhhc2hoYXNoaGFzaA==`,
        'each check of the password would take',
      ],
    ] as const;
    const sections = users.map(
      ([format, password], index) =>
        `[user${index}]\ntype = user\npassword_format = ${format}\npassword = ${password}\n`,
    );

    const { code, stdout, folder } = await check({ 'http.conf': http, 'ari.conf': sections.join('') });

    expect(code).toBe(1);
    for (const [index, [, password, reason]] of users.entries()) {
      expect(stdout).toContain(`problem: ${join(folder, 'ari.conf')}:${4 * (index + 1)}: ${reason}`);
      expect(stdout).not.toContain(password);
    }
  });

  it('reports modules that modules.conf asks for and that do not exist here, which is not a problem', async () => {
    const modules = '[modules]\nautoload = yes\nload = chan_dahdi.so\nrequire = app_queue.so\nrequire = app_echo.so\n';
    const { code, stdout } = await check({ 'http.conf': http, 'ari.conf': ari, 'modules.conf': modules });

    expect(code).toBe(0);
    expect(stdout).toMatch(/load = chan_dahdi\.so\s.*no such module/);
    expect(stdout).toMatch(/require = app_queue\.so\s.*no such module/);
    expect(stdout).not.toContain('require = app_echo');
  });

  it('never shows a password', async () => {
    const { code, stdout } = await check({ 'http.conf': http, 'ari.conf': ari });

    expect([code, stdout]).toEqual([0, expect.stringContaining('anna')]);
    expect(stdout).not.toContain('secret');
  });

  it('says when there is no folder, or nothing in it', async () => {
    const empty = workshop.folder({});

    expect(await PatchbayProcess.run(['check-config', '--config', '/nowhere'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('/nowhere: there is no such folder') as string,
    });
    expect(await PatchbayProcess.run(['check-config', '--config', empty])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('no .conf file') as string,
    });
  });

  it('lets flags beat the environment, the environment the files, and passes judgement on both', async () => {
    const folder = workshop.folder({ 'http.conf': http.replace('bindport = 0', 'bindport = 1111'), 'ari.conf': ari });
    const serves = async (
      args: readonly string[],
      env: Readonly<Record<string, string>>,
    ): Promise<string | undefined> =>
      /serves +(\S+)/.exec((await PatchbayProcess.run(['check-config', ...args], { env })).stdout)?.[1];

    expect(await serves(['--config', folder], {})).toBe('http://127.0.0.1:1111/ari');
    expect(await serves([], { PATCHBAY_CONFIG: folder, PATCHBAY_PORT: '2222', PATCHBAY_BIND: '127.0.0.2' })).toBe(
      'http://127.0.0.2:2222/ari',
    );
    expect(
      await serves(['--config', folder, '--port', '3333', '--bind', '127.0.0.3'], {
        PATCHBAY_CONFIG: '/nowhere',
        PATCHBAY_PORT: '2222',
      }),
    ).toBe('http://127.0.0.3:3333/ari');
    expect(await PatchbayProcess.run(['check-config', '--config', folder, '--port', 'many'], {})).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("problem: --port: 'many'") as string,
    });
    expect(await PatchbayProcess.run(['check-config', '--config', folder, '--sip-port', 'many'], {})).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("problem: --sip-port: 'many'") as string,
    });
  });

  it('refuses an address that others can reach as long as the shipped password is in use', async () => {
    const { code, stdout } = await PatchbayProcess.run(['check-config', '--bind', '::']);

    expect([code, stdout]).toEqual([1, expect.stringMatching(/ari\.conf:\d+: user 'demo' has the shipped password/)]);
  });
});
