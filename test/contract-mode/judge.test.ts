import type { WireAnswer } from '../support/spec/contract-judge';
import { judge, judgeFrame } from '../support/spec/contract-judge';

const json = { 'content-type': 'application/json' };
const sound = '{"id":"hello","formats":[{"language":"en","format":"gsm"}]}';

function answer(given: Partial<WireAnswer>): WireAnswer {
  return { method: 'GET', path: '/ari/sounds/hello', status: 200, headers: json, body: sound, ...given };
}

const playback = '{"id":"1","media_uri":"sound:x","target_uri":"channel:1","state":"queued"}';
const created = { method: 'POST', path: '/ari/channels/1/play?media=sound:x', status: 201, body: playback };
const no = '{"message":"no"}';

describe('the judge of answers', () => {
  it.each<[string, Partial<WireAnswer>]>([
    ['an answer with the declared body', {}],
    ['a creation that says where its object is', { ...created, headers: { ...json, location: '/ari/playbacks/1' } }],
    ['a 204 without a body', { method: 'DELETE', path: '/ari/mailboxes/1', status: 204, headers: {}, body: '' }],
    ['a declared error', { status: 404, body: no }],
    ['an answer to HEAD', { method: 'HEAD', body: '' }],
    ['an answer under an alias', { path: '/ari/asterisk/modules/x', status: 404, body: no }],
    ['a file', { path: '/ari/recordings/stored/x/file', headers: { 'content-type': 'audio/x-wav' }, body: 'RIFF' }],
    ['nothing found at an unknown path', { path: '/ari/nowhere', status: 404, body: no }],
    ['a method that is not allowed', { method: 'PATCH', status: 405, headers: { ...json, allow: 'GET' }, body: no }],
    ['an answer to OPTIONS', { method: 'OPTIONS', status: 204, headers: { allow: 'OPTIONS,GET' }, body: '' }],
    ['a challenge', { status: 401, headers: { ...json, 'www-authenticate': 'Basic realm="x"' }, body: no }],
    ['anything outside the interface', { path: '/healthz', status: 418, headers: {}, body: '?' }],
    ['the published description', { path: '/ari/api-docs/resources.json', headers: {}, body: '?' }],
  ])('has no objection to %s', (_, given) => {
    expect(judge(answer(given))).toEqual([]);
  });

  it.each<[string, Partial<WireAnswer>, string]>([
    ['a body without a required field', { body: '{"formats":[]}' }, "/ must have required property 'id'"],
    ['a body that is no JSON', { body: 'hello' }, 'the body is not JSON: hello'],
    [
      'another content type',
      { headers: { 'content-type': 'text/html' } },
      '200 is text/html, declared are application/json',
    ],
    ['an undeclared status', { status: 418, body: no }, 'sounds.get does not declare 418'],
    ['an error without a message', { status: 404, body: '{"error":"no"}' }, "/ must have required property 'message'"],
    ['a creation without Location', created, 'a 201 needs the header location'],
    ['a 401 without a challenge', { status: 401, body: no }, 'a 401 needs the header www-authenticate'],
    ['a 405 without Allow', { method: 'PATCH', status: 405, body: no }, 'a 405 needs the header allow'],
    ['a 204 with a body', { method: 'DELETE', path: '/ari/mailboxes/1', status: 204, body: '{}' }, '204 has a body'],
    ['success where nothing is', { path: '/ari/nowhere', body: no }, '200 where there is no operation'],
  ])('objects to %s', (_, given, reason) => {
    expect(judge(answer(given))).toEqual([reason]);
  });
});

const response = {
  type: 'RESTResponse',
  application: 'a',
  timestamp: '2026-11-15T00:18:51.581+0000',
  transaction_id: '',
  request_id: '',
  status_code: 200,
  reason_phrase: 'OK',
  uri: 'sounds/hello',
  content_type: 'application/json',
  message_body: sound,
};

describe('the judge of messages', () => {
  it('has no objection to an answer with the body that its operation declares', () => {
    expect(judgeFrame(JSON.stringify(response), 'GET')).toEqual([]);
  });

  it('looks into the body of an answer', () => {
    const text = JSON.stringify({ ...response, message_body: '{}' });

    expect(judgeFrame(text, 'GET')).toContain("/ must have required property 'id'");
  });

  it('objects to an event that lacks a field, and to an unknown one', () => {
    expect(judgeFrame('{"type":"RESTResponse"}')).toContain("/ must have required property 'application'");
    expect(judgeFrame('{"type":"Surprise"}')[0]).toMatch(/^nothing describes/);
  });
});
