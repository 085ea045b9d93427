import { withHiddenActions } from './hidden-actions';
import { readTrace } from './read-trace';
import type { Json } from './trace';

/** What the recorder is found to have done, and after how many of its steps. */
function found(...steps: readonly Json[]): readonly string[] {
  let place = 0;
  return withHiddenActions(readTrace({ scenario: '0000-made-up', about: '', steps })).steps.flatMap((step) => {
    if (step.kind === 'action') return [`${place} ${JSON.stringify(step.action)}`];
    place += 1;
    return [];
  });
}

const note = (text: string): Json => ({ ms: 0, kind: 'note', text });
const reload = { ms: 1, kind: 'request', n: 1, method: 'PUT', uri: '/ari/asterisk/modules/res_ari.so' };
const ping = (n: number): Json => ({ ms: 2, kind: 'request', n, method: 'GET', uri: '/ari/asterisk/ping' });
const answer = (n: number, status: number): Json => ({ ms: 3, kind: 'response', n, status });

describe('what a recorder did without writing it down', () => {
  it('is announced by notes before a reload', () => {
    expect(found(note('pretty=yes'), reload)).toEqual(['1 {"do":"set-options","options":{"pretty":"yes"}}']);
    expect(found(note('allowed_origins=* and auth_realm=Elsewhere'), reload)).toEqual([
      '1 {"do":"set-options","options":{"allowed_origins":"*","auth_realm":"Elsewhere"}}',
    ]);
    expect(found(note('ari.conf [general] now has channelvars=A,B'), reload)).toEqual([
      '1 {"do":"set-options","options":{"channelvars":"A,B"}}',
    ]);
    expect(found(note('no allowed_origins'), reload)).toEqual([
      '1 {"do":"set-options","options":{"allowed_origins":null}}',
    ]);
  });

  it('is not looked for in other notes', () => {
    expect(found(note('pretty=yes'), ping(1))).toEqual([]);
    expect(found(note('no such app'), reload)).toEqual([]);
  });

  it('shows in a reload for which nothing was announced', () => {
    expect(found(note('pretty=yes'), reload, ping(2), reload)).toEqual([
      '1 {"do":"set-options","options":{"pretty":"yes"}}',
      '3 {"do":"restore-files"}',
    ]);
  });

  it('shows in an interface that answers again after it was switched off', () => {
    expect(found(note('enabled=no'), reload, ping(2), answer(2, 404), ping(3), answer(3, 200))).toEqual([
      '1 {"do":"set-options","options":{"enabled":"no"}}',
      '4 {"do":"restore-and-restart"}',
    ]);
  });

  it('shows in an application that a persistent connection no longer has', () => {
    const config = { ms: 0, kind: 'config', 'websocket_client.conf': ['[a]', 'connection_type=persistent'] };
    const gone = { ms: 9, kind: 'event', ws: 'out1', event: { type: 'ApplicationUnregistered' } };

    expect(found(config, reload, ping(2), gone)).toEqual(['3 {"do":"restore-and-reload","modules":["res_ari.so"]}']);
    expect(found(gone)).toEqual([]);
  });

  it('shows in a media socket that the far end has closed, where no step says so', () => {
    const accept = { ms: 0, kind: 'media-accept', path: '/media', protocol: 'media', headers: {} };
    const hangup = (cause: number): Json => ({
      ms: 9,
      kind: 'event',
      ws: 'main',
      event: { type: 'ChannelHangupRequest', cause, tech_cause: 1001 },
    });

    expect(found(accept, hangup(16))).toEqual(['1 {"do":"close-socket","ws":"media server"}']);
    expect(found(accept, hangup(38))).toEqual(['1 {"do":"abort-socket","ws":"media server"}']);
    expect(found(accept, { ms: 5, kind: 'media-close' }, hangup(16))).toEqual([]);
  });

  it('shows in a connection of an application that ends right after a note', () => {
    const accept = { ms: 0, kind: 'outbound-accept', ws: 'out1', path: '/', protocol: 'ari', headers: {} };
    const closed = { ms: 2, kind: 'ws-closed', ws: 'out1', code: 1000 };

    expect(found(accept, note('the remote end drops the connection'), closed)).toEqual([
      '2 {"do":"close-socket","ws":"out1"}',
    ]);
    expect(found(accept, closed)).toEqual([]);
  });

  it('is audio, a server that has gone, or a file in the way', () => {
    const media = { ms: 0, kind: 'ws-connect', ws: 'media', uri: '/media/1' };
    const record = { ...reload, method: 'POST', uri: '/ari/channels/c1/record', query: { name: 'blocker/inside' } };

    expect(found(media, note('sending 20 s of ulaw (160000 bytes) in 20 frames of 8000'))).toEqual([
      '2 {"do":"send-audio","ws":"media","frames":20,"bytes":8000}',
    ]);
    expect(found(note('no server listening'))).toEqual(['1 {"do":"stop-media-server"}']);
    expect(found(note('a name whose directory part is an existing file'), record)).toEqual([
      '1 {"do":"block-folder","name":"blocker"}',
    ]);
  });
});
