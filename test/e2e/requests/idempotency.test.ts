import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../src/shared/project-root';
import { CallRig } from '../../support/calls/call-rig';
import { basic } from '../../support/server/http-client';

const authorization = basic('asterisk:asterisk');

describe('the description of Idempotency-Key', () => {
  const read = (path: string): string => readFileSync(join(projectRoot(__dirname), path), 'utf8');
  const { paths, components } = JSON.parse(read('generated/openapi.json')) as {
    readonly paths: Record<string, Record<string, { readonly parameters?: readonly { readonly $ref?: string }[] }>>;
    readonly components: { readonly parameters: Record<string, unknown> };
  };

  it('is a header of every command, and a member of requests over the socket', () => {
    const operations = Object.values(paths).flatMap((item) => Object.entries(item));
    const knows = ([, { parameters = [] }]: (typeof operations)[number]): boolean =>
      parameters.some(({ $ref }) => $ref === '#/components/parameters/Idempotency-Key');
    const isCommand = ([method]: (typeof operations)[number]): boolean => ['post', 'put', 'delete'].includes(method);

    expect(operations.filter(knows)).toEqual(operations.filter(isCommand));
    expect(components.parameters['Idempotency-Key']).toMatchObject({ in: 'header', schema: { maxLength: 255 } });
    expect(read('generated/asyncapi.json')).toContain('idempotency_key');
  });
});

describe('a command with an idempotency key', () => {
  let rig: CallRig;
  beforeAll(async () => {
    rig = await CallRig.start();
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  const send = async (
    target: string,
    key: string,
    user = authorization,
  ): Promise<{ status: number; body: unknown }> => {
    const headers = { authorization: user, 'idempotency-key': key };
    const answer = await fetch(`${rig.server.origin}/ari${target}`, { method: 'POST', headers });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const bridges = async (): Promise<number> => ((await rig.rest.get('/bridges')).body as unknown[]).length;

  it('is carried out once, and answered the same way each time', async () => {
    const first = await send('/bridges?name=one', 'a');

    expect(await send('/bridges?name=one', 'a')).toEqual(first);
    expect(await Promise.all([send('/bridges?name=two', 'b'), send('/bridges?name=two', 'b')])).toHaveLength(2);
    expect(await bridges()).toBe(2);
  });

  it('is the same over HTTP and over the socket', async () => {
    const socket = await rig.open('hello');
    const { body } = await send('/bridges?name=three', 'c');
    const frame = { method: 'POST', uri: 'bridges?name=three', idempotency_key: 'c' };

    const answer = await socket.ask(frame);

    expect(JSON.parse(String(answer['message_body']))).toMatchObject({ id: (body as { readonly id: string }).id });
    expect(await bridges()).toBe(1);
  });

  it('may not have the key of another command', async () => {
    await send('/bridges?name=four', 'd');

    const { status, body } = await send('/bridges?name=five', 'd');

    expect(status).toBe(400);
    expect(body).toMatchObject({ message: expect.stringContaining('another request') as string });
  });

  it('keeps a refusal, but not the keys of other users', async () => {
    expect((await send('/channels/none/answer', 'e')).status).toBe(404);
    expect((await send('/bridges?name=six', 'e', basic('reader:readerpw'))).status).toBe(403);
  });

  it.each([['x'.repeat(256)], ['']])('needs a key of a sensible length', async (key) => {
    const { status } = await send('/bridges', key);

    expect(status).toBe(400);
    expect(await bridges()).toBe(0);
  });

  it('happens each time without a key', async () => {
    await rig.rest.post('/bridges');
    await rig.rest.post('/bridges');

    expect(await bridges()).toBe(2);
  });
});
