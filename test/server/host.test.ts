import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { interfaceVersion, versionsInUse } from '../../generated/versions';
import { codeFor } from '../../src/api/failure';
import { makeHost } from '../../src/server/host';
import type { Refuse } from '../../src/server/refuse';
import { projectRoot } from '../../src/shared/project-root';

const refuse: Refuse = (status, message, more = {}) => ({
  status,
  body: { message, code: codeFor(status), ...more, request_id: 'r1' },
});

describe('what is served beside the interface', () => {
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    const host = makeHost({ projectFolder: projectRoot(__dirname), refuse });
    server = createServer((request, response) => void host(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    // Answers that nobody has read keep their connections open.
    server.closeAllConnections();
    await closed;
  });

  /** Reads the whole answer: a connection with an answer that is not read stays open. */
  const statusOf = async (url: string, init?: RequestInit): Promise<number> => {
    const answer = await fetch(url, init);
    await answer.arrayBuffer();
    return answer.status;
  };

  const json = async (path: string): Promise<Record<string, unknown>> =>
    (await (await fetch(origin + path)).json()) as Record<string, unknown>;

  it('puts the requested address into the Swagger documents', async () => {
    const listing = await json('/ari/api-docs/resources.json');

    expect(listing).toMatchObject({ swaggerVersion: '1.2', apiVersion: interfaceVersion, basePath: `${origin}/ari` });
    expect(await json('/ari/api-docs/channels.json')).toMatchObject({
      basePath: `${origin}/ari`,
      resourcePath: '/channels',
    });
    expect(await json('/ari/api-docs/asterisk.json')).toMatchObject({ resourcePath: '/asterisk' });
  });

  it('lists the strict documents where they are served', async () => {
    const { apis } = (await json('/ari/api-docs/swagger/resources.json')) as { apis: { path: string }[] };

    for (const { path } of apis) {
      expect(await statusOf(`${origin}/ari${path.replace('{format}', 'json')}`)).toBe(200);
    }
    expect(apis).toHaveLength(13);
  });

  it.each(versionsInUse)('shows the interface as of %s', async (version) => {
    const openApi = (await json(`/ari/api-docs/openapi.json?version=${version}`)) as {
      info: { version: string };
      paths: object;
    };
    const swagger = await json(`/ari/api-docs/channels.json?version=${version}`);

    expect(openApi.info.version).toBe(version);
    expect(swagger['apiVersion']).toBe(version);
    expect('/channels/{channelId}/progress' in openApi.paths).toBe(version >= '2.0.0');
  });

  it('refuses a version that never was', async () => {
    const answer = await fetch(`${origin}/ari/api-docs/openapi.json?version=1.8.0`);

    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      message: expect.stringMatching(/^parameter 'version' cannot be "1\.8\.0": give one of 1\.0\.0, /) as string,
      code: 'parameter-invalid',
      parameter: 'version',
      allowed: expect.stringMatching(/^one of 1\.0\.0, /) as string,
      request_id: 'r1',
    });
  });

  it.each([
    ['GET', '/ari/api-docs/nothere.json', 404],
    ['GET', '/ari/api-docs/..%2Fpackage.json', 404],
    ['GET', '/ari/api-docs/mailboxes.json?version=1.0.0', 404],
    ['POST', '/ari/api-docs/sounds.json', 405],
    ['GET', '/docs/nothere', 404],
    ['GET', '/docs/..%2FREADME', 404],
    ['GET', '/generated/..%2Fpackage.json', 404],
  ])('answers %s %s with %i', async (method, path, status) => {
    expect(await statusOf(origin + path, { method })).toBe(status);
  });

  it('serves AsyncAPI and the schemas of the events', async () => {
    expect(await json('/ari/api-docs/asyncapi.json')).toMatchObject({ asyncapi: '3.0.0' });
    expect(await json('/ari/api-docs/events.schema.json')).toHaveProperty('$defs.StasisStart');
  });

  it('serves AsyncAPI and the schemas of the events as of a version', async () => {
    const asyncApi = await json('/ari/api-docs/asyncapi.json?version=1.0.0');
    const schemas = await json('/ari/api-docs/events.schema.json?version=1.0.0');

    expect(asyncApi).toMatchObject({ info: { version: '1.0.0' } });
    expect(asyncApi).toHaveProperty('components.messages.StasisStart');
    expect(asyncApi).not.toHaveProperty('components.messages.RESTRequest');
    expect(schemas).toMatchObject({ $id: 'urn:patchbay:events:1.0.0' });
    expect(schemas).not.toHaveProperty('$defs.CallClaimed');
    for (const name of ['asyncapi.json', 'events.schema.json'])
      expect(await statusOf(`${origin}/ari/api-docs/${name}?version=1.8.0`)).toBe(400);
  });

  it('shows the documentation as pages whose links lead to pages', async () => {
    const page = await (await fetch(`${origin}/docs/api/sounds`)).text();
    const hrefs = [...page.matchAll(/href="([^"#]+)/g)].map(
      ([, href]) => new URL(href ?? '', `${origin}/docs/api/sounds`),
    );

    expect(page).toContain('<h1 id="sounds">');
    for (const href of new Set(hrefs.map(String))) expect([href, await statusOf(href)]).toEqual([href, 200]);
  });
});
