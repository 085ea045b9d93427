import { messageOf } from './api-rig';
import { ServerRig } from './server-rig';

let server: ServerRig;
beforeEach(async () => {
  server = await ServerRig.make();
});
afterEach(() => server.close());

describe('configuration objects', () => {
  const users = '/server/config/dynamic/res_ari/user';
  const body = (fields: Record<string, string>) => ({
    fields: Object.entries(fields).map(([attribute, value]) => ({ attribute, value })),
  });
  const valuesOf = (reply: { readonly body?: unknown }) =>
    Object.fromEntries(
      (reply.body as { attribute: string; value: string }[]).map(({ attribute, value }) => [attribute, value]),
    );

  it('are made, changed, read and deleted under both paths', async () => {
    const made = await server.ask('PUT', `${users}/box`, body({ password: 'pw1', read_only: 'yes' }));
    expect(made.status).toBe(200);
    expect(valuesOf(made)).toEqual({ password_format: 'plain', password: '********', read_only: 'yes' });

    const changed = await server.ask('PUT', '/asterisk/res_ari/user/box', body({ password: 'pw2' }));
    expect(valuesOf(changed)).toEqual({ password_format: 'plain', password: '********', read_only: 'yes' });
    expect((await server.ask('GET', `${users}/box`)).body).toEqual(changed.body);
    expect(await server.ask('DELETE', '/server/res_ari/user/box')).toEqual({ status: 204 });
    expect(await server.ask('GET', `${users}/box`)).toMatchObject({ status: 404 });
  });

  it.each([
    ['GET /server/nosuchclass/x/y', 404, "no configuration class 'nosuchclass'"],
    ['PUT /server/nosuchclass/x/y', 404, 'nosuchclass'],
    ['DELETE /server/nosuchclass/x/y', 404, 'nosuchclass'],
    ['GET /server/res_ari/nosuchtype/y', 404, "no object type 'nosuchtype'"],
    ['PUT /server/res_ari/nosuchtype/y', 404, 'nosuchtype'],
    ['DELETE /server/res_ari/nosuchtype/y', 404, 'nosuchtype'],
    ['GET /server/res_ari/user/box', 404, "no user 'box'"],
    ['DELETE /server/res_ari/user/box', 404, "no user 'box'"],
    ['PUT /server/res_ari/user/box', 400, "'password' is required"],
    ['PUT /server/res_ari/user/reader', 400, 'give the fields to change'],
    ['DELETE /server/res_ari/user/reader', 403, 'only read'],
  ])('answer %s with %d', async (request, status, words) => {
    const [method = '', target = ''] = request.split(' ');

    const reply = await server.ask(method, target);

    expect(reply.status).toBe(status);
    expect(messageOf(reply)).toContain(words);
  });

  it('of a file are only read', async () => {
    expect(await server.ask('GET', `${users}/reader`)).toMatchObject({ status: 200 });
    expect(await server.ask('PUT', `${users}/reader`, body({ read_only: 'no' }))).toMatchObject({ status: 403 });
  });

  it.each([
    [{ fields: [{ attribute: 'nosuchfield', value: '1' }] }],
    [{ fields: [{ attribute: 'password_format', value: 'rot13' }] }],
    [{ fields: [{ attribute: 'password' }] }],
    [{ fields: [{ value: 'x' }] }],
    [{ fields: [null] }],
    [{ fields: 'notalist' }],
  ])('refuse %j', async (fields) => {
    await server.ask('PUT', `${users}/box`, body({ password: 'pw1' }));

    expect(await server.ask('PUT', `${users}/box`, fields)).toMatchObject({ status: 400 });
    expect(valuesOf(await server.ask('GET', `${users}/box`))).toMatchObject({ password_format: 'plain' });
  });
});
