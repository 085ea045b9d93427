import { messageOf } from './api-rig';
import { ServerRig } from './server-rig';

let server: ServerRig;
beforeEach(async () => {
  server = await ServerRig.make();
});
afterEach(() => server.close());

describe('modules', () => {
  const echo = {
    name: 'app_echo.so',
    description: 'the module app_echo',
    use_count: 0,
    status: 'Running',
    support_level: 'core',
  };

  it('are listed with those that did not start', async () => {
    const reply = await server.ask('GET', '/server/modules');

    expect(reply.status).toBe(200);
    expect((reply.body as { name: string; status: string }[]).map(({ name, status }) => `${name} ${status}`)).toEqual([
      'app_echo.so Running',
      'app_queue.so Not Running',
      'app_stasis.so Running',
      'pbx_config.so Running',
      'res_stasis.so Running',
    ]);
  });

  it('are shown by their name, with and without ending', async () => {
    expect(await server.ask('GET', '/server/modules/app_echo.so')).toEqual({ status: 200, body: echo });
    expect(await server.ask('GET', '/server/modules/app_echo')).toEqual({ status: 200, body: echo });
    expect(await server.ask('GET', '/server/modules/res_stasis.so')).toMatchObject({ body: { use_count: 1 } });
  });

  it('are unloaded and loaded again', async () => {
    expect(await server.ask('DELETE', '/server/modules/app_echo.so')).toEqual({ status: 204 });
    for (const method of ['GET', 'DELETE', 'PUT'])
      expect(await server.ask(method, '/server/modules/app_echo.so')).toMatchObject({ status: 404 });
    expect(await server.ask('POST', '/server/modules/app_echo')).toEqual({ status: 204 });
    expect(await server.ask('GET', '/server/modules/app_echo.so')).toEqual({ status: 200, body: echo });
  });

  it('are reloaded where they can be', async () => {
    expect(await server.ask('PUT', '/server/modules/pbx_config.so')).toEqual({ status: 204 });
  });

  it.each([
    ['GET nope.so', 404, 'GET /server/modules lists those that are'],
    ['POST nope.so', 409, 'there is no module nope.so'],
    ['DELETE nope.so', 404, 'there is no module nope.so'],
    ['PUT nope.so', 404, 'there is no module nope.so'],
    ['POST app_echo.so', 409, 'is loaded already'],
    ['POST app_queue.so', 409, 'unload it before trying again'],
    ['DELETE res_stasis.so', 409, 'in use by app_stasis'],
    ['PUT app_echo.so', 409, 'does not support reloading'],
    ['PUT app_queue.so', 409, 'queues.conf is missing'],
  ])('answer %s with %d', async (request, status, words) => {
    const [method = '', name = ''] = request.split(' ');

    const reply = await server.ask(method, `/server/modules/${name}`);

    expect(reply.status).toBe(status);
    expect(messageOf(reply)).toContain(words);
  });
});
