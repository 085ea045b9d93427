import { readTrace } from '../recording/read-trace';
import type { Json } from '../recording/trace';
import { spokenCalls, withPhoneActions } from './hidden-phone-actions';
import { phonePorts } from './phone-ports';

function trace(...steps: readonly Json[]) {
  return readTrace({ scenario: '0000-made-up', about: '', steps });
}

/** What the phones are found to have done, and after how many of the steps that are left. */
function found(...steps: readonly Json[]): readonly string[] {
  let place = 0;
  return withPhoneActions(trace(...steps)).steps.flatMap((step) => {
    if (step.kind === 'action') return [`${place} ${Object.values(step.action).join(' ')}`];
    place += 1;
    return [];
  });
}

type Fields = Readonly<Record<string, Json>>;

const sip = (ms: number, dir: 'to server' | 'from server', line: string, more: Fields = {}): Json => ({
  ms,
  kind: 'sip',
  ua: 'bob',
  dir,
  line,
  callId: 'c1',
  headers: {},
  ...more,
});
const event = (ms: number, ws: string, fields: Fields): Json => ({ ms, kind: 'event', ws, event: fields });
const contactChange = (ms: number, ws: string, status: string): Json =>
  event(ms, ws, {
    type: 'ContactStatusChange',
    contact_info: { uri: 'sip:bob@127.0.0.1:17002', contact_status: status, aor: 'bob' },
  });
const peerChange = (ms: number, ws: string): Json =>
  event(ms, ws, { type: 'PeerStatusChange', endpoint: { technology: 'PJSIP', resource: 'bob', state: 'online' } });
const socket = (ms: number, ws: string): Json => ({ ms, kind: 'ws-connect', ws, uri: '/ari/events' });
const invited = sip(500, 'from server', 'INVITE sip:bob@127.0.0.1:17002 SIP/2.0', { headers: { To: '<sip:bob@x>' } });

describe('a registration that was not written down', () => {
  it('shows in the events about it, and comes before the first of them', () => {
    expect(found(socket(0, 'a'), peerChange(24, 'a'), contactChange(24, 'a', 'NonQualified'), invited)).toEqual([
      '1 register bob sip:bob@127.0.0.1:17002',
    ]);
  });

  it('counts once, however many sockets tell of it', () => {
    const told = ['a', 'b'].flatMap((ws) => [peerChange(24, ws), contactChange(24, ws, 'NonQualified')]);

    expect(found(socket(0, 'a'), socket(0, 'b'), ...told, invited)).toEqual(['2 register bob sip:bob@127.0.0.1:17002']);
  });

  it('was there from the beginning when only its end is told', () => {
    const told = [contactChange(24, 'a', 'Removed'), peerChange(24, 'a'), contactChange(24, 'a', 'NonQualified')];

    expect(found(socket(0, 'a'), ...told, invited)).toEqual([
      '0 register bob sip:bob@127.0.0.1:17002',
      '1 unregister bob sip:bob@127.0.0.1:17002',
      '2 register bob sip:bob@127.0.0.1:17002',
    ]);
  });

  it('was there from the beginning when the phone is called without one', () => {
    expect(found(socket(0, 'a'), invited)).toEqual(['0 register bob sip:bob@127.0.0.1:17002']);
  });

  it('is not needed for a phone whose address a request names', () => {
    const request = {
      ms: 1,
      kind: 'request',
      n: 1,
      method: 'POST',
      uri: '/ari/channels/PJSIP/erin/sip:bob@127.0.0.1:17002',
    };

    expect(found(request, invited)).toEqual([]);
  });

  it('is not needed inside a dialog', () => {
    const update = sip(1, 'from server', 'UPDATE sip:bob@127.0.0.1:17002 SIP/2.0', {
      headers: { To: '<sip:bob@x>;tag=…' },
    });

    expect(found(update)).toEqual([]);
  });

  it('is not looked for where a REGISTER was recorded', () => {
    const register = sip(10, 'to server', 'REGISTER sip:127.0.0.1:15060 SIP/2.0', {
      headers: { From: '<sip:bob@x>;tag=…', Contact: '<sip:bob@127.0.0.1:17002>', Expires: '300' },
    });

    expect(found(socket(0, 'a'), register, contactChange(12, 'a', 'NonQualified'), invited)).toEqual([]);
  });

  it('comes behind the request that makes the endpoint', () => {
    const put = {
      ms: 1,
      kind: 'request',
      n: 1,
      method: 'PUT',
      uri: '/ari/asterisk/config/dynamic/res_pjsip/endpoint/bob',
    };

    expect(found(put, { ms: 2, kind: 'response', n: 1, status: 200 }, invited)).toEqual([
      '2 register bob sip:bob@127.0.0.1:17002',
    ]);
  });
});

describe('a key', () => {
  const heard = (ms: number, ws: string): Json =>
    event(ms, ws, {
      type: 'ChannelDtmfReceived',
      digit: '5',
      duration_ms: 160,
      channel: { name: 'PJSIP/bob-<seq-1>', protocol_id: 'c1' },
    });
  const bye = sip(900, 'to server', 'BYE sip:127.0.0.1 SIP/2.0');

  it('was pressed in the audio when no INFO was recorded', () => {
    expect(found(heard(471, 'a'), heard(471, 'b'), bye)).toEqual(['0 press-key c1 5 160']);
  });

  it('was pressed by an INFO when there is one', () => {
    expect(found(sip(470, 'to server', 'INFO sip:127.0.0.1 SIP/2.0'), heard(471, 'a'))).toEqual([]);
  });
});

describe('questions whether a phone is there', () => {
  const asked = (ms: number, callId: string): Json =>
    sip(ms, 'from server', 'OPTIONS sip:bob@127.0.0.1:17002 SIP/2.0', {
      callId,
      headers: { To: '<sip:bob@x>;tag=1', CSeq: '1 OPTIONS' },
    });
  const said = (ms: number, callId: string): Json =>
    sip(ms, 'to server', 'SIP/2.0 200 OK', { callId, headers: { CSeq: '1 OPTIONS' } });

  it('are left out, except when the phone begins or ceases to answer', () => {
    const note = { ms: 1500, kind: 'note', text: 'bob is silent' };

    expect(found(asked(0, '1'), said(0, '1'), note, asked(2000, '2'), asked(3000, '3'), said(3000, '3'))).toEqual([
      '0 answer-options bob false',
      '1 answer-options bob true',
    ]);
  });
});

describe('what a recording says of phones', () => {
  it('is where they are', () => {
    const register = sip(1, 'to server', 'REGISTER sip:127.0.0.1:15060 SIP/2.0', {
      headers: { Contact: '<sip:bob@127.0.0.1:17002>' },
    });

    expect([...phonePorts(trace(register))]).toEqual([['bob', 17002]]);
  });

  it('is in which calls they have spoken', () => {
    const qos = (callId: string, count: number): Json =>
      event(1, 'a', {
        type: 'ChannelVarset',
        variable: 'RTPAUDIOQOS',
        value: `ssrc=1;rxcount=${count}`,
        channel: { id: '1', protocol_id: callId },
      });

    expect([...spokenCalls(trace(qos('c1', 12), qos('c2', 0)))]).toEqual(['c1']);
  });
});
