import { PatchbayProcess, Workshop } from '../../support/server/http-process';

const http = '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\n';
const ari =
  '[general]\n[anna]\ntype = user\npassword = secret\n[carla]\ntype = user\npassword = secret\nread_only = yes\n';

describe('commands for the nodes of a cluster', () => {
  const workshop = new Workshop();
  afterEach(() => workshop.clean());

  const access = (url: string, user = 'anna'): { readonly env: Readonly<Record<string, string>> } => ({
    env: { PATCHBAY_URL: url, PATCHBAY_USER: user, PATCHBAY_PASSWORD: 'secret' },
  });
  const startServer = async (): Promise<{ readonly server: PatchbayProcess; readonly url: string }> => {
    const folder = workshop.folder({ 'http.conf': http, 'ari.conf': ari });
    const server = workshop.start(['serve', '--config', folder, '--state', workshop.folder({})]);
    return { server, url: await server.ready() };
  };

  it('print a server that is alone as the only node', async () => {
    const { url } = await startServer();

    const { code, stdout } = await PatchbayProcess.run(['cluster', 'status'], access(url));

    expect(code).toBe(0);
    expect(stdout).toMatch(/^a server that is alone\nNODE +STATE +CHANNELS [^\n]*\n[^\n]+ up +0 [^\n]*\n$/);
  });

  it.each([[['drain']], [['cluster', 'drain']]])('let it stop by %j when it has no calls', async (command) => {
    const { server, url } = await startServer();

    const { code, stdout } = await PatchbayProcess.run(command, access(url));

    expect([code, stdout]).toEqual([0, expect.stringContaining('takes no new calls, and stops')]);
    expect(await server.finished).toMatchObject({ code: 0 });
  });

  it.each([
    ['a node that does not exist', ['drain', 'nowhere'], 'anna', /nowhere/],
    ['a user who may only read', ['drain'], 'carla', /403|may not|read/i],
  ])('say why they cannot: %s', async (_, command, user, reason) => {
    const { url } = await startServer();

    const { code, stdout, stderr } = await PatchbayProcess.run(command, access(url, user));

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(reason);
    expect(stderr).not.toMatch(/ at .*\.(ts|js):\d+/);
  });

  it.each([
    [['cluster'], 'needs a verb'],
    [['cluster', 'dance'], "cannot 'dance'"],
    [['drain', 'a', 'b'], 'takes one node'],
    [['drain', '--timeout', 'soon'], '--timeout must be a number of seconds'],
  ])('explain %j', async (command, reason) => {
    const { code, stderr } = await PatchbayProcess.run(command, access('http://127.0.0.1:9'));

    expect(code).toBe(2);
    expect(stderr).toContain(reason);
  });
});
