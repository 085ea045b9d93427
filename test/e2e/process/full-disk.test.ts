import { join } from 'node:path';
import { Workshop } from '../../support/server/http-process';
import { Rest } from '../../support/sockets/socket-rest';

const files = {
  'http.conf': '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\n',
  'ari.conf': '[general]\nenabled = yes\n\n[asterisk]\ntype = user\npassword = asterisk\n',
  'sorcery.conf': '[res_ari]\nuser = config,ari.conf\nuser = astdb\n',
};

describe('a server whose disk is full', () => {
  const workshop = new Workshop();
  afterEach(() => workshop.clean());

  it('refuses what does not fit with 503 and the reason, and keeps nothing of it', async () => {
    const folder = workshop.folder(files);
    const flags = ['serve', '--config', folder, '--state', join(folder, 'state')];
    const server = workshop.start(flags, { fileBlocks: 1024 });
    const rest = new Rest(await server.ready());
    const path = (index: number): string => `/asterisk/config/dynamic/res_ari/user/filler${index}`;
    const fields = [{ attribute: 'password', value: 'x'.repeat(1000) }];

    let index = 0;
    let answer = await rest.put(path(index), { fields });
    while (answer.status === 200) answer = await rest.put(path((index += 1)), { fields });
    const kept = index === 0 ? 200 : (await rest.get(path(index - 1))).status;

    expect(answer).toMatchObject({
      status: 503,
      body: { message: 'the server has run out of room on the disk: try again shortly' },
    });
    expect((await rest.get(path(index))).status).toBe(404);
    expect(kept).toBe(200);
    expect((await rest.get('/asterisk/ping')).status).toBe(200);
  });
});
