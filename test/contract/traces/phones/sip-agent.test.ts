import type { SipMessage } from '../../../../src/sip/message/message';
import { SipRequest } from '../../../../src/sip/message/message';
import { eventually } from '../../../support/eventually';
import type { ScriptedRequest } from '../../../support/sip-agent/sip-agent';
import { SipAgent } from '../../../support/sip-agent/sip-agent';

/** Two user agents that talk to each other, and what each has heard. */
interface Talk {
  readonly caller: SipAgent;
  readonly callee: SipAgent;
  readonly heard: { readonly caller: SipMessage[]; readonly callee: SipMessage[] };
}

let talk: Talk;
beforeEach(async () => {
  const [caller, callee] = [await SipAgent.open(), await SipAgent.open()];
  const heard = { caller: [] as SipMessage[], callee: [] as SipMessage[] };
  caller.onMessage = (message) => void heard.caller.push(message);
  callee.onMessage = (message) => void heard.callee.push(message);
  caller.serve(callee.port);
  callee.serve(caller.port);
  talk = { caller, callee, heard };
});
afterEach(() => {
  talk.caller.close();
  talk.callee.close();
});

const request = (method: string, sequence: number, more: Partial<ScriptedRequest> = {}): ScriptedRequest => ({
  method,
  sequence,
  uri: 'sip:bob@127.0.0.1',
  callId: 'c1',
  account: { username: 'alice', password: 'alice' },
  headers: { From: '<sip:alice@127.0.0.1>;tag=…', To: '<sip:bob@127.0.0.1>' },
  ...more,
});

async function lastRequest(count: number): Promise<SipRequest> {
  const { callee } = talk.heard;
  await eventually(
    () => callee.length >= count,
    () => `${callee.length} messages came`,
  );
  const message = callee[count - 1];
  if (!(message instanceof SipRequest)) throw new Error('a request was expected');
  return message;
}

async function statuses(count: number): Promise<readonly number[]> {
  const { caller } = talk.heard;
  await eventually(
    () => caller.length >= count,
    () => `${caller.length} messages came`,
  );
  return caller.map((message) => (message.kind === 'response' ? message.status : 0));
}

describe('a scripted user agent', () => {
  it('carries out a call: tags, target and acknowledgement are its own business', async () => {
    const { caller, callee, heard } = talk;
    caller.request(request('INVITE', 1));
    const invite = await lastRequest(1);
    callee.respond(invite, { status: 180, reason: 'Ringing', headers: {} });
    const contact = `<sip:bob@127.0.0.1:${callee.port}>`;
    callee.respond(invite, { status: 200, reason: 'OK', headers: { Contact: contact } });
    expect(await statuses(2)).toEqual([180, 200]);

    const headers = { From: '<sip:alice@127.0.0.1>;tag=…', To: '<sip:bob@127.0.0.1>;tag=…' };
    caller.request(request('BYE', 2, { headers }));
    const bye = await lastRequest(2);

    expect(bye.uriText).toBe(`sip:bob@127.0.0.1:${callee.port}`);
    expect(bye.headers.raw('To')).toBe(`<sip:bob@127.0.0.1>;tag=${callee.call('c1').localTag}`);
    expect(bye.headers.raw('From')).toBe(invite.headers.raw('From'));
    expect(heard.callee).toHaveLength(2);
  });

  it('proves who it is with the request behind the one that was challenged', async () => {
    const { caller, callee } = talk;
    caller.request(request('REGISTER', 1));
    callee.respond(await lastRequest(1), {
      status: 401,
      reason: 'Unauthorized',
      headers: { 'WWW-Authenticate': 'Digest realm="x",nonce="n",algorithm=MD5,qop="auth"' },
    });
    await statuses(1);
    caller.request(request('REGISTER', 2));

    expect((await lastRequest(2)).headers.raw('Authorization')).toMatch(/^Digest username="alice", realm="x"/i);
  });

  it('cancels within the transaction of the call', async () => {
    const { caller } = talk;
    caller.request(request('INVITE', 1));
    caller.request(request('CANCEL', 1));
    const [invite, cancel] = [await lastRequest(1), await lastRequest(2)];

    expect([cancel.method, cancel.headers.raw('Via')]).toEqual(['CANCEL', invite.headers.raw('Via')]);
  });

  /** The request that arrives is the repetition of one that is lost. */
  async function repeated(method: string): Promise<SipRequest> {
    const { caller, callee } = talk;
    const deaf = await SipAgent.open();
    deaf.close();
    caller.serve(deaf.port);
    caller.request(request(method, 1));
    caller.serve(callee.port);
    return lastRequest(1);
  }

  it('passes over the provisional answer that a repeated request is given once more', async () => {
    const { callee } = talk;
    const invite = await repeated('INVITE');
    const ringing = { status: 180, reason: 'Ringing', headers: {} };
    for (const answer of [ringing, ringing, ringing, { status: 200, reason: 'OK', headers: {} }])
      callee.respond(invite, answer);

    expect(await statuses(3)).toEqual([180, 180, 200]);
  });

  it('repeats a request until it is answered, and hands on what came once', async () => {
    const { callee, heard } = talk;
    const message = await repeated('MESSAGE');
    callee.respond(message, { status: 200, reason: 'OK', headers: {} });

    expect(await statuses(1)).toEqual([200]);
    expect(heard.callee).toHaveLength(1);
  });

  it('answers the question whether it is there, until it is told not to', async () => {
    const { caller, callee, heard } = talk;
    caller.request(request('OPTIONS', 1));
    expect(await statuses(1)).toEqual([200]);
    callee.answersOptions = false;
    caller.request(request('OPTIONS', 2, { callId: 'c2' }));
    caller.request(request('MESSAGE', 3, { callId: 'c3' }));
    await lastRequest(1);

    expect(heard.caller).toHaveLength(1);
  });
});
