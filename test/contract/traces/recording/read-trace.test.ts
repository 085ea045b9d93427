import { readTrace } from './read-trace';
import type { Json } from './trace';

const stepsOf = (...steps: Json[]) => readTrace({ scenario: '0000-made-up', about: 'a test', steps }).steps;

describe('a recording', () => {
  it('gives requests as they shall stand on the wire', () => {
    const [bare, pairs, literal] = stepsOf(
      { ms: 0, kind: 'request', n: 1, method: 'GET', uri: '/ari/x', query: { a: 'b c', d: 'e&f' } },
      {
        ms: 1,
        kind: 'request',
        n: 2,
        method: 'GET',
        uri: '/ari/x',
        query: [
          ['a', '1'],
          ['a', '2'],
        ],
      },
      { ms: 2, kind: 'request', n: 3, method: 'GET', uri: '/ari/x', queryString: 'a=b:c' },
    );

    expect([bare, pairs, literal]).toMatchObject([
      { target: '/ari/x?a=b%20c&d=e%26f', auth: 'asterisk:asterisk', body: undefined },
      { target: '/ari/x?a=1&a=2' },
      { target: '/ari/x?a=b:c' },
    ]);
  });

  it('sends objects as JSON and texts as they are', () => {
    const request = { ms: 0, kind: 'request', n: 1, method: 'POST', uri: '/ari/x' };

    expect(stepsOf({ ...request, body: { a: 1 } }, { ...request, auth: null, body: 'a=1' })).toMatchObject([
      { body: '{"a":1}', headers: { 'Content-Type': 'application/json' } },
      { body: 'a=1', headers: {}, auth: null },
    ]);
  });

  it('writes out what the recorder shortened', () => {
    const request = { ms: 0, kind: 'request', n: 1, method: 'POST', uri: '/ari/x' };
    const [folded, cut] = stepsOf({ ...request, body: 'v=x*1000' }, { ...request, body: '{"v":"xx… (30 bytes)' });

    expect(folded).toMatchObject({ body: `v=${'x'.repeat(1000)}` });
    expect(cut).toMatchObject({ body: `{"v":"${'x'.repeat(22)}"}` });
  });

  it('names the steps that cannot be replayed', () => {
    expect(stepsOf({ ms: 0, kind: 'smoke', text: 'x' })).toMatchObject([{ kind: 'unknown', name: 'smoke' }]);
  });

  it.each([
    ['STATUS channel_id:m1 queue_length:7 queue_full:true', { channel_id: 'm1', queue_length: 7, queue_full: true }],
    ['ERROR channel_id:m1 error_text:what it says: is ours\n', { channel_id: 'm1' }],
    ['MEDIA_MARK_PROCESSED one', { word: 'one' }],
    ['{"event":"DTMF_END","channel_id":"m1","digit":"5"}', { channel_id: 'm1', digit: '5' }],
  ])('reads what was said on a media socket: %s', (text, fields) => {
    const [type = ''] = /[A-Z_]{3,}/.exec(text) ?? [];
    expect(stepsOf({ ms: 0, kind: 'ws-text', ws: 'media', text })).toEqual([
      { ms: 0, kind: 'event', ws: 'media', event: { type, ...fields } },
    ]);
  });

  it('reads sockets that the server has opened like those that it was asked for', () => {
    expect(
      stepsOf(
        { ms: 0, kind: 'media-accept', path: '/media', protocol: 'media', headers: {} },
        { ms: 1, kind: 'media-send', text: 'GET_STATUS' },
        { ms: 2, kind: 'outbound-closed', ws: 'out1', code: 1000 },
      ),
    ).toMatchObject([
      { kind: 'ws-accept', role: 'media', ws: 'media server' },
      { kind: 'ws-send', ws: 'media server', data: 'GET_STATUS' },
      { kind: 'ws-closed', ws: 'out1', code: 1000 },
    ]);
  });
});
