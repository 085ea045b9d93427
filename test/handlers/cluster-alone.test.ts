import { eventually } from '../support/eventually';
import { RunningServer } from '../support/server/running-server';
import { Rest } from '../support/sockets/socket-rest';

describe('a server that is alone', () => {
  let server: RunningServer;
  let rest: Rest;
  beforeAll(async () => {
    server = await RunningServer.start();
    rest = new Rest(server.origin);
  });
  afterAll(() => server.close());

  it('is the only node', async () => {
    const { status, body } = await rest.get('/cluster');

    expect(status).toBe(200);
    expect(body).toMatchObject({ mode: 'single', nodes: [{ state: 'up', channels: 0, lag: 0 }] });
  });

  it('can be drained: it takes no new calls', async () => {
    const { node } = (await rest.get('/cluster')).body as { readonly node: string };

    expect((await rest.post(`/cluster/nodes/${encodeURIComponent(node)}/drain`)).status).toBe(202);

    expect((await rest.post('/channels?endpoint=Local/up@default&app=hello')).status).toBe(503);
    await eventually(
      async () => (await fetch(`${server.origin}/readyz`)).status === 503,
      () => 'the server is still ready',
    );
    expect((await rest.get('/cluster')).body).toMatchObject({ nodes: [{ state: 'draining' }] });
  });
});
