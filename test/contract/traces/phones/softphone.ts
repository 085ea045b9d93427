import { randomBytes, randomUUID } from 'node:crypto';
import type { SipMessage } from '../../../../src/sip/message/message';
import { cSeqHeader } from '../../../../src/sip/message/headers/number-headers';
import { callIdHeader } from '../../../../src/sip/message/headers/token-headers';
import type { AgentAudio } from '../../../support/sip-agent/agent-audio';
import type { ScriptedRequest, SipAgent } from '../../../support/sip-agent/sip-agent';

export interface SoftphoneOptions {
  readonly agent: SipAgent;
  readonly account: ScriptedRequest['account'];
  /** Where the server is: `127.0.0.1:12345`. */
  readonly server: string;
  readonly audioOf: (callId: string) => Promise<AgentAudio>;
  readonly speak: (callId: string) => void;
}

type Direction = 'sendrecv' | 'sendonly';

/** A phone that does by itself what belongs to a call, and is told only what its user does. It answers every call. */
export class Softphone {
  #callId: string | undefined;
  #uri = '';
  #far = '';
  #sequence = 1;

  constructor(private readonly options: SoftphoneOptions) {}

  /** What the user types: `m sip:…` calls, `H` holds, `v` takes the call back, `# 12` presses keys, `h` hangs up. */
  async take(command: string): Promise<void> {
    const [verb = '', text = ''] = command.split(' ');
    switch (verb) {
      case 'm':
        this.#callId = randomUUID();
        [this.#uri, this.#far] = [text, `<${text}>`];
        return this.#invite('sendrecv');
      case 'H':
        return this.#invite('sendonly');
      case 'v':
        return this.#invite('sendrecv');
      case '#': {
        const audio = await this.options.audioOf(this.#callId ?? '');
        for (const key of text) audio.press(key, keyMs);
        return;
      }
      case 'h':
        this.#request('BYE', {});
        (await this.options.audioOf(this.#callId ?? '')).hush();
    }
  }

  /** Deals with what came to the phone. */
  async hear(message: SipMessage): Promise<void> {
    const { agent, audioOf, speak } = this.options;
    const callId = message.headers.get(callIdHeader) ?? '';
    if (message.kind === 'request') {
      if (message.method !== 'INVITE') return agent.respond(message, { status: 200, reason: 'OK', headers: {} });
      [this.#callId, this.#far] = [callId, message.headers.raw('From') ?? ''];
      (await audioOf(callId)).agree(message.body.toString());
      const contents = await this.#contents(callId, 'sendrecv');
      agent.respond(message, { status: 200, reason: 'OK', ...contents });
      return speak(callId);
    }
    const { method = '' } = message.headers.get(cSeqHeader) ?? {};
    if (method !== 'INVITE') return;
    if (message.status === 401) return this.#invite('sendrecv');
    if (message.status !== 200) return;
    (await audioOf(callId)).agree(message.body.toString());
    speak(callId);
  }

  async #invite(direction: Direction): Promise<void> {
    this.#request('INVITE', await this.#contents(this.#callId ?? '', direction));
  }

  #request(
    method: string,
    { headers = {}, body }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
  ): void {
    const { agent, account, server } = this.options;
    const callId = this.#callId ?? '';
    const isInside = agent.call(callId).remoteTag !== undefined;
    agent.request({
      method,
      uri: this.#uri,
      callId,
      sequence: (this.#sequence += 1),
      account,
      headers: {
        From: `<sip:${account.username}@${server}>;tag=…`,
        To: isInside ? `${this.#far.replace(/;tag=.*/, '')};tag=…` : this.#far,
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
  }

  async #contents(
    callId: string,
    direction: Direction,
  ): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly body: string }> {
    const { agent, account, audioOf } = this.options;
    const { port } = await audioOf(callId);
    const session = randomBytes(3).readUIntBE(0, 3);
    const lines = [
      ...['v=0', `o=- ${session} ${session} IN IP4 127.0.0.1`, 's=-', 'c=IN IP4 127.0.0.1', 't=0 0'],
      ...[`m=audio ${port} RTP/AVP 0 8 101`, 'a=rtpmap:0 PCMU/8000', 'a=rtpmap:8 PCMA/8000'],
      ...['a=rtpmap:101 telephone-event/8000', 'a=fmtp:101 0-16', `a=${direction}`],
    ];
    return {
      headers: { Contact: `<sip:${account.username}@127.0.0.1:${agent.port}>`, 'Content-Type': 'application/sdp' },
      body: `${lines.join('\r\n')}\r\n`,
    };
  }
}

/** Milliseconds for which the softphone presses a key. */
const keyMs = 200;
