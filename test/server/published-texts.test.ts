import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { PublishedTexts } from '../../src/server/docs/published-texts';

describe('a published document', () => {
  it('is put into JSON once, whatever address its readers know the server by', async () => {
    const texts = new PublishedTexts();
    const made: string[] = [];
    const make = (basePath: string): object => {
      made.push(basePath);
      return { servers: [{ url: `${basePath}/ari` }], text: 'ü' };
    };
    const app = express().get('/', ({ query }, response) =>
      texts.send(response, 'document', { basePath: query['base'] as string, make }),
    );
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?base=`;
    const bases = ['http://one', 'http://"two"', 'http://one'];

    const answers = await Promise.all(bases.map((base) => fetch(`${origin}${encodeURIComponent(base)}`)));
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    const tags = answers.map(({ headers }) => headers.get('etag'));
    server.close();

    expect(bodies).toEqual(bases.map((base) => ({ servers: [{ url: `${base}/ari` }], text: 'ü' })));
    expect(made).toHaveLength(1);
    expect([tags[0] === tags[2], tags[0] === tags[1]]).toEqual([true, false]);
  });
});
