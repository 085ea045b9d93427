import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Module } from '../../../generated/models';
import { eventually } from '../../support/eventually';
import { RunningServer } from '../../support/server/running-server';
import { refusal, Rest } from '../../support/sockets/socket-rest';

let server: RunningServer;
let rest: Rest;
beforeAll(async () => {
  server = await RunningServer.start();
  rest = new Rest(server.origin);
});
afterAll(() => server.close());

const reload = (name: string): ReturnType<Rest['put']> => rest.put(`/server/modules/${name}`);

/** Those that have something to read again. */
const reloadable = [
  ...['acl', 'dsp', 'features', 'http', 'indications', 'logger', 'manager', 'chan_phone'],
  ...['app_amd', 'app_confbridge', 'app_playback', 'pbx_config', 'res_ari', 'res_http_media_cache', 'res_musiconhold'],
  ...['res_pjsip', 'res_rtp_asterisk', 'res_websocket_client'],
];

describe('reloading modules', () => {
  it.each(reloadable.flatMap((name) => [name, `${name}.so`]))('is possible for %s', async (name) => {
    expect((await reload(name)).status).toBe(204);
  });

  it('is refused by all others', async () => {
    const modules = (await rest.get('/server/modules')).body as readonly Module[];
    const others = modules.map(({ name }) => name).filter((name) => !reloadable.includes(name.replace('.so', '')));

    expect(others).toEqual(
      expect.arrayContaining([
        ...['app_dial.so', 'app_echo.so', 'app_stasis.so', 'bridge_softmix.so', 'codec_ulaw.so'],
        ...['format_wav.so', 'func_strings.so', 'res_ari_channels.so', 'res_stasis.so'],
      ]),
    );
    for (const name of others) {
      const { status, body } = await reload(name);
      expect([name, status, body]).toEqual([name, 409, expect.objectContaining(refusal('conflict', 'reload'))]);
    }
  });

  it.each(['chan_iax2.so', 'cel', 'cdr'])('finds no module %s here', async (name) => {
    expect((await reload(name)).status).toBe(404);
    expect((await rest.get(`/server/modules/${name}`)).status).toBe(404);
  });

  it('opens the log channels that logger.conf lists now', async () => {
    server.configure('logger.conf', '[logfiles]\nfresh => notice,warning,error\n');
    expect((await reload('logger')).status).toBe(204);

    await rest.get('/nowhere');
    const path = join(server.folder, 'state', 'log', 'fresh');
    const written = (): string => readFileSync(path, 'utf8');
    await eventually(() => written().includes('/nowhere'), written);
    expect((await rest.get('/server/logging')).body).toEqual([expect.objectContaining({ channel: path })]);
  });

  it('keeps the log channels when something is wrong with logger.conf', async () => {
    const before = (await rest.get('/server/logging')).body;
    server.configure('logger.conf', '[logfiles\n');

    expect((await reload('logger')).status).toBe(409);
    expect((await rest.get('/server/logging')).body).toEqual(before);
  });
});
