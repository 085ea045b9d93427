import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Channel, Playback, AsteriskInfo } from '../../../generated/models';
import { projectRoot } from '../../../src/shared/project-root';
import { PatchbayProcess, Workshop } from '../../support/server/http-process';
import { AppSocket } from '../../support/sockets/socket-peer';
import { Rest } from '../../support/sockets/socket-rest';
import { eventually, within } from '../../support/eventually';

const fixture = join(projectRoot(__dirname), 'test/fixtures/existing-installation');

/** The configuration folder of an existing server, with its directories, below a folder of the test. */
function install(workshop: Workshop): { readonly etc: string; readonly root: string } {
  const root = workshop.folder({});
  const etc = join(root, 'etc/asterisk');
  cpSync(fixture, etc, { recursive: true });
  for (const name of ['asterisk.conf', 'musiconhold.conf']) {
    const file = join(etc, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/var/', `${root}/var/`));
  }
  const pjsip = join(etc, 'pjsip.conf');
  writeFileSync(pjsip, readFileSync(pjsip, 'utf8').replace('0.0.0.0:5060', '127.0.0.1:0'));
  for (const folder of ['lib/asterisk', 'share/asterisk/sounds/en', 'spool/asterisk/recording', 'log/asterisk'])
    mkdirSync(join(root, 'var', folder), { recursive: true });
  writeFileSync(join(root, 'var/lib/asterisk/astdb.sqlite3'), 'the database of the other server');
  return { etc, root };
}

describe('the configuration of an existing server', () => {
  const workshop = new Workshop();
  let etc: string;
  let root: string;
  let server: PatchbayProcess;
  let origin: string;
  let sockets: AppSocket[] = [];
  beforeAll(async () => {
    ({ etc, root } = install(workshop));
    server = workshop.start(['serve', '--config', etc, '--port', '0']);
    origin = await server.ready();
  });
  afterEach(async () => {
    await Promise.all(sockets.map((socket) => socket.close()));
    sockets = [];
  });
  afterAll(() => workshop.clean());

  const open = async (query: string): Promise<AppSocket> => {
    const socket = await AppSocket.open(origin, query, { user: 'dialer:dialer-secret' });
    sockets.push(socket);
    return socket;
  };
  const event = async (socket: AppSocket, type: string): Promise<Readonly<Record<string, unknown>>> => {
    for (;;) {
      const message = await within(socket.next(), () => `waited for ${type}`);
      if (message.type === type) return message;
    }
  };

  it('starts, knows who it is and who its users are', async () => {
    const [dialer, wallboard, legacy, nobody] = [
      'dialer:dialer-secret',
      'wallboard:wallboard-secret',
      'legacy:legacy-secret',
      'panel:panel-secret',
    ].map((user) => new Rest(origin, user));

    const { status, body } = (await dialer?.get('/asterisk/info')) ?? {};
    expect(status).toBe(200);
    expect((body as AsteriskInfo).config).toMatchObject({ name: 'pbx1', default_language: 'en', max_channels: 200 });
    expect((await wallboard?.get('/channels'))?.status).toBe(200);
    expect((await wallboard?.post('/bridges'))?.status).toBe(403);
    expect((await legacy?.get('/channels'))?.status).toBe(200);
    expect((await nobody?.get('/channels'))?.status).toBe(401);
  });

  it('serves a call through its own dialplan and REST', async () => {
    const rest = new Rest(origin, 'dialer:dialer-secret');
    const socket = await open('app=ivr');

    const query = 'endpoint=Local/8000@phones&context=phones&extension=200&priority=1&callerId=100';
    expect((await rest.post(`/channels/outgoing?${query}`)).status).toBe(200);
    const start = await event(socket, 'StasisStart');
    const { id } = start['channel'] as Channel;
    expect(start['args']).toEqual([expect.any(String), '8000']);

    // Three frequencies at once, from its indications.conf.
    const played = await rest.post(`/channels/${id}/play/p1?media=tone:stutter%3Btonezone%3Dhu`);
    expect((played.body as Playback).state).toBe('queued');
    expect(await event(socket, 'PlaybackStarted')).toMatchObject({ playback: { id: 'p1' } });
    expect((await rest.delete('/playbacks/p1')).status).toBe(204);

    // What extension 200 has set is shown, because its ari.conf says so.
    const shown = async () => ((await rest.get('/channels/outgoing')).body as Channel).channelvars;
    await eventually(
      async () => (await shown())?.['CAMPAIGN'] === 'desk',
      () => 'extension 200 has not set CAMPAIGN',
    );
    expect(await shown()).toMatchObject({ 'CHANNEL(language)': 'en' });
    expect((await rest.delete(`/channels/${id}`)).status).toBe(204);
    await event(socket, 'StasisEnd');
  });

  it('runs programs where its dialplan says so', async () => {
    const rest = new Rest(origin, 'dialer:dialer-secret');
    const socket = await open('app=ivr');

    const query = 'endpoint=Local/501@phones&context=phones&extension=200&priority=1';
    expect((await rest.post(`/channels?${query}`)).status).toBe(200);

    const start = await event(socket, 'StasisStart');
    expect(start['args']).toEqual(['sunny']);
    const { id } = start['channel'] as Channel;
    expect((await rest.get(`/channels/${id}/variable?variable=SHELL(ls)`)).status).toBe(403);
    await rest.delete(`/channels/${id}`);
  });

  it('keeps its own files beside those of the other server', async () => {
    const library = join(root, 'var/lib/asterisk');

    expect(readdirSync(library)).toEqual(expect.arrayContaining(['astdb.sqlite3', 'patchbay.mdb']));
    expect(readFileSync(join(library, 'astdb.sqlite3'), 'utf8')).toBe('the database of the other server');
    expect(readdirSync(join(root, 'var/log/asterisk'))).toEqual(expect.arrayContaining(['messages.log', 'full.log']));
    expect(existsSync(join(root, '.patchbay'))).toBe(false);
  });

  it('says at the start what it ignores, with file and line, and stops without an error', async () => {
    const { code, stderr } = await server.stop();

    expect(code).toBe(0);
    expect(stderr).toContain(
      `notice: ${join(etc, 'extensions.conf')}:23: ignored '#pragma nothing': '#pragma' is not a directive\n`,
    );
    expect(stderr).toMatch(/^notice: .*: ignored .*queues\.conf.*: not used here$/m);
    expect(stderr).toMatch(/^notice: \d+ options and sections are without effect here; patchbay check-config lists/m);
    expect(stderr).not.toMatch(/problem|ERROR/);
    expect(stderr.split('\n').length).toBeLessThan(50);
  });
});

describe('check-config on the configuration of an existing server', () => {
  const workshop = new Workshop();
  let lines: readonly string[] = [];
  let rows: readonly (readonly string[])[] = [];
  beforeAll(async () => {
    const { etc } = install(workshop);
    const { code, stdout, stderr } = await PatchbayProcess.run(['check-config', '--config', etc]);
    expect([code, stderr]).toEqual([0, '']);
    lines = stdout.split('\n');
    const start = lines.indexOf('Ignored:') + 1;
    rows = lines.slice(start, lines.indexOf('', start)).map(columns);
  });
  afterAll(() => workshop.clean());

  /** The four columns begin where their titles do. */
  const columns = (line: string): readonly string[] => {
    const title = lines[lines.indexOf('Ignored:') + 1] ?? '';
    // Numbers stand flush right under their title.
    const begins = [2, title.indexOf('line'), title.indexOf('what'), title.indexOf('why')];
    return begins.map((begin, index) => line.slice(begin, begins[index + 1]).trim());
  };

  it('finds it sound, and no part of it a problem', () => {
    expect(lines).toContain('The configuration is valid.');
    expect(lines.filter((line) => line.startsWith('problem'))).toEqual([]);
  });

  it('lists what it ignores in one table: file, line, what, why', () => {
    expect(rows[0]).toEqual(['file', 'line', 'what', 'why']);
    expect(rows.filter((row) => row.length !== 4 || row[0] === '' || row[2] === '' || row[3] === '')).toEqual([]);
    expect(rows.filter(([file]) => file === 'extensions.conf').map(([, line, what]) => `${line} ${what}`)).toEqual([
      '3 static',
      '4 writeprotect',
      '6 extenpatternmatchnew',
      '8 userscontext',
      "9 '// Comments in the style of the other dialplan language st…",
      "22 '# a comment in the style of a shell script'",
      "23 '#pragma nothing'",
      '72 switch => Realtime/phones@extensions in [phones]',
      expect.stringMatching(/^73 lswitch => Loopback\/1.*@internal in \[phones\]$/),
      expect.stringMatching(/^74 eswitch => IAX2\/branch:.*…$/),
      '98 exten => 200,3,NoOp(this priority is taken) in [internal]',
    ]);
    expect(rows).toContainEqual(['modules.conf', '5', 'preload = res_odbc.so', 'there is no such module here']);
    expect(rows).toContainEqual(['asterisk.conf', '17', 'verbose', 'without effect here']);
    expect(rows).toContainEqual(['logger.conf', '20', "level 'sip' of 'signalling.log'", 'not known here']);
  });

  it('gives every file that is not read one row, however much is in it', () => {
    const whole = rows.filter(([, , what]) => what === 'whole file');
    for (const name of ['followme.conf', 'queues.conf'])
      expect(whole.filter(([file]) => file === name)).toEqual([[name, '', 'whole file', 'not used here']]);
    expect(new Set(whole.map(([file]) => file)).size).toBe(whole.length);
    const unread = whole.map(([file]) => file);
    expect(rows.filter(([file, , what]) => what !== 'whole file' && unread.includes(file))).toEqual([]);
  });

  it('shows no password of any file', () => {
    expect(lines.join('\n')).not.toMatch(/-secret|4711/);
  });
});
