import { rmSync } from 'node:fs';
import { messageOf } from './api-rig';
import { ServerRig } from './server-rig';

let server: ServerRig;
beforeEach(async () => {
  server = await ServerRig.make();
});
afterEach(() => server.close());

describe('log channels', () => {
  const names = async () =>
    ((await server.ask('GET', '/server/logging')).body as { channel: string }[]).map(({ channel }) =>
      channel.replace(/^.*\//, ''),
    );

  it('are listed as they are configured', async () => {
    const [shown] = (await server.ask('GET', '/server/logging')).body as unknown[];

    expect(shown).toMatchObject({ type: 'File', status: 'Enabled', configuration: 'NOTICE WARNING ERROR ' });
  });

  it('are added, rotated alone and deleted', async () => {
    expect(await server.ask('POST', '/server/logging/mylog?configuration=notice,error')).toEqual({ status: 204 });
    expect(await server.ask('POST', '/server/logging/other', { configuration: 'verbose(3)' })).toEqual({ status: 204 });
    expect(await names()).toEqual(['other', 'mylog', 'messages']);
    expect(await server.ask('PUT', '/server/logging/mylog/rotate')).toEqual({ status: 204 });
    expect(await names()).toEqual(['other', 'mylog', 'messages']);
    expect(await server.ask('DELETE', '/server/logging/mylog')).toEqual({ status: 204 });
    expect(await names()).toEqual(['other', 'messages']);
  });

  it.each([
    ['POST x', 400, "'configuration' is required"],
    ['POST x?configuration=', 400, "'configuration' is required"],
    ['POST x?configuration=%20,', 400, 'at least one level'],
    ['POST x?configuration=loud', 400, "no log level 'loud'"],
    ['POST x?configuration=[xml]notice', 400, "no log format 'xml'"],
    ['POST ..%2Fx?configuration=notice', 400, 'cannot be called'],
    ['POST messages?configuration=notice', 409, 'exists already'],
    ['DELETE absent', 404, 'does not exist'],
    ['DELETE messages', 404, 'comes from the configuration'],
    ['PUT absent/rotate', 404, 'GET /server/logging lists the existing ones'],
  ])('answer %s with %d', async (request, status, words) => {
    const [method = '', name = ''] = request.split(' ');

    const reply = await server.ask(method, `/server/logging/${name}`);

    expect(reply.status).toBe(status);
    expect(messageOf(reply)).toContain(words);
  });

  it('count as a fault of the server when the disk does not let them be rotated', async () => {
    await server.ask('POST', '/server/logging/mylog?configuration=notice');
    rmSync(server.logFolder, { recursive: true });

    await expect(server.ask('PUT', '/server/logging/mylog/rotate')).rejects.toThrow("'mylog' cannot be rotated");
  });
});
