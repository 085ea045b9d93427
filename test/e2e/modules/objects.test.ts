import type { Module } from '../../../generated/models';
import { RunningServer } from '../../support/server/running-server';
import { refusal, Rest } from '../../support/sockets/socket-rest';

describe('the modules of stores of configuration objects', () => {
  let server: RunningServer;
  let rest: Rest;
  const start = async (modules: string): Promise<void> => {
    server = await RunningServer.start({
      'sorcery.conf': '[res_ari]\nuser = memory\n',
      'modules.conf': `[modules]\nautoload = yes\n${modules}`,
    });
    rest = new Rest(server.origin);
  };
  afterEach(() => server.close());

  const anna = '/server/config/dynamic/res_ari/user/anna';
  const fields = { fields: [{ attribute: 'password', value: 'secret' }] };

  it('are in use by the types that are kept in them, and stay as long', async () => {
    await start('');

    const counts = ((await rest.get('/server/modules')).body as readonly Module[])
      .filter(({ name }) => name.startsWith('res_sorcery_'))
      .map(({ name, use_count: count }) => `${name} ${count}`);
    expect(counts).toEqual(['res_sorcery_astdb.so 0', 'res_sorcery_config.so 13', 'res_sorcery_memory.so 1']);
    const { status, body } = await rest.delete('/server/modules/res_sorcery_memory');
    expect([status, body]).toEqual([409, expect.objectContaining(refusal('conflict', 'res_ari/user'))]);
    expect((await rest.delete('/server/modules/res_sorcery_astdb')).status).toBe(204);
  });

  it('make objects possible, which count at once', async () => {
    await start('noload = res_sorcery_memory\n');
    const refused = await rest.put(anna, fields);
    expect([refused.status, refused.body]).toEqual([403, expect.objectContaining(refusal('forbidden'))]);

    expect((await rest.post('/server/modules/res_sorcery_memory')).status).toBe(204);
    expect((await rest.put(anna, fields)).status).toBe(200);
    expect((await new Rest(server.origin, 'anna:secret').get('/server/ping')).status).toBe(200);
  });
});
