import { randomBytes } from 'node:crypto';
import type { SipMessage } from '../../../../src/sip/message/message';
import { cSeqHeader } from '../../../../src/sip/message/headers/number-headers';
import { callIdHeader } from '../../../../src/sip/message/headers/token-headers';
import { AgentAudio } from '../../../support/sip-agent/agent-audio';
import type { ScriptedRequest, SipAgent } from '../../../support/sip-agent/sip-agent';
import type { Difference } from '../compare/difference';
import type { Placeholders } from '../compare/placeholders';
import type { ReplayServer } from '../replay/replay-server';
import type { PhoneAction, RequestStep, SipStep, Step, Trace } from '../recording/trace';
import type { AudioObservation } from './audio-observation';
import { spokenCalls } from './hidden-phone-actions';
import { Passwords, withWrongPassword } from './passwords';
import { phonePorts } from './phone-ports';
import { SipLedger } from './sip-ledger';
import { Softphone } from './softphone';

export interface PhonePlayerOptions {
  readonly trace: Trace;
  readonly server: ReplayServer;
  readonly placeholders: Placeholders;
  readonly window: () => number;
  /** Now, by the clock of the recording. */
  readonly now: () => number;
  /** Something has arrived at a phone. */
  readonly arrive: () => void;
  readonly differ: (difference: Difference) => void;
  readonly isExplained: (difference: Difference) => boolean;
  readonly within: <Result>(result: Promise<Result>, step: Pick<Step, 'ms'>) => Promise<Result | undefined>;
}

/** Plays the phones of a recording: sends what they sent, and notes what the server sends to them. */
export class PhonePlayer {
  readonly ledger: SipLedger;
  readonly #ports: ReadonlyMap<string, number>;
  readonly #passwords: Passwords;
  readonly #wrong: ReadonlySet<Step>;
  readonly #spoken: ReadonlySet<string>;
  /** By the Call-ID that is on the wire. */
  readonly #audio = new Map<string, AgentAudio>();
  /** The ports of the phones that they belong to. */
  readonly #owners = new Map<AgentAudio, number>();
  #softphone: Softphone | undefined;
  /** Requests that no step shows, by Call-ID: what becomes of them is nobody's business but theirs. */
  readonly #private = new Map<string, (answer: SipMessage) => void>();

  constructor(private readonly options: PhonePlayerOptions) {
    const { trace, server } = options;
    this.ledger = new SipLedger(options);
    this.#ports = phonePorts(trace);
    this.#passwords = new Passwords(server.original('pjsip.conf'));
    this.#wrong = withWrongPassword(trace);
    this.#spoken = spokenCalls(trace);
    for (const agent of server.peers.phones.all) agent.onMessage = (message) => this.#hear(agent, message);
  }

  /** Requests change what phones have to know. */
  note(request: RequestStep): void {
    this.#passwords.note(request);
  }

  async take(step: SipStep): Promise<void> {
    const agent = this.#agent(step.ua);
    if (agent === undefined) return this.#complain(step, 'the phone has no address');
    if (!step.isOurs) return this.ledger.expect(step, agent.port);
    const callId = this.options.placeholders.fill(step.callId);
    const body = step.description === undefined ? step.body : await this.#describe(agent, callId, step.description);
    const contents = body === undefined ? {} : { body };
    const { CSeq = '', ...headers } = this.#filled(step.headers);
    const [, status, reason = ''] = /^SIP\/2\.0 (\d+) (.*)$/.exec(step.line) ?? [];
    if (status === undefined) {
      const [method = '', uri = ''] = step.line.split(' ');
      const account = this.#account(headers['From'] ?? '', this.#wrong.has(step));
      agent.request({ method, uri, callId, sequence: Number.parseInt(CSeq, 10), headers, account, ...contents });
      if (method === 'BYE') this.#audio.get(callId)?.hush();
      return;
    }
    const request = this.ledger.requestFor(step, agent.port);
    if (request === undefined) return this.#complain(step, 'there is no request to answer');
    const rest = Object.entries(headers).filter(([name]) => name !== 'From' && name !== 'To');
    agent.respond(request, { status: Number(status), reason, headers: Object.fromEntries(rest), ...contents });
    if (step.description !== undefined) this.#speak(callId);
  }

  async act(action: PhoneAction, step: Pick<Step, 'ms'>): Promise<void> {
    switch (action.do) {
      case 'answer-options': {
        const agent = this.#agent(action.ua);
        if (agent !== undefined) agent.answersOptions = action.answers;
        return;
      }
      case 'press-key':
        return this.#audio.get(this.options.placeholders.fill(action.callId))?.press(action.key, action.milliseconds);
      case 'register':
      case 'unregister':
        return this.#register(action, step);
    }
  }

  /** What was typed into the softphone. */
  async type(command: string): Promise<void> {
    this.#softphone ??= this.#makeSoftphone();
    await this.#softphone?.take(command);
  }

  /** Holds what the recorder's phones have heard against what ours have. */
  async observe({ ua, moreThan }: AudioObservation, step: Pick<Step, 'ms'>): Promise<void> {
    const port = ua === undefined ? undefined : this.#agent(ua)?.port;
    const audios = [...this.#audio.values()].filter((audio) => port === undefined || this.#owners.get(audio) === port);
    const about = { subject: `phone ${ua ?? ''}`, title: 'packets of audio' };
    if (moreThan !== undefined)
      await this.options.within(Promise.race(audios.map((audio) => audio.until(moreThan + 1))), step);
    const heard = Math.max(0, ...audios.map((audio) => audio.heard));
    if (moreThan === undefined ? heard > 0 : heard <= moreThan)
      this.options.differ({
        ...about,
        kind: 'socket',
        path: '',
        expected: `more than ${moreThan ?? 'none'}`,
        got: heard,
      });
  }

  close(): void {
    for (const audio of this.#audio.values()) audio.close();
  }

  #hear(agent: SipAgent, message: SipMessage): void {
    const callId = message.headers.get(callIdHeader) ?? '';
    const audio = this.#audio.get(callId);
    if (/^application\/sdp/.test(message.headers.raw('Content-Type') ?? '')) {
      const description = message.body.toString();
      if (audio === undefined) void this.#audioOf(agent, callId).then((made) => made.agree(description));
      else audio.agree(description);
      if (message.kind === 'response') this.#speak(callId);
    }
    if (message.kind === 'request' && message.method === 'BYE') audio?.hush();
    const own = this.#private.get(callId);
    if (own !== undefined) own(message);
    else if (this.#softphone !== undefined) void this.#softphone.hear(message);
    else this.ledger.receive(message, agent.port, this.options.now());
    this.options.arrive();
  }

  /** A registration with as many requests as the server wants. */
  async #register(action: Extract<PhoneAction, { readonly contact: string }>, step: Pick<Step, 'ms'>): Promise<void> {
    const { ua, contact } = action;
    const agent = this.#agent(ua);
    if (agent === undefined) return;
    const callId = `hidden-${randomBytes(6).toString('hex')}`;
    const { sipAddress: address } = this.options.server;
    const request = (sequence: number): ScriptedRequest => ({
      method: 'REGISTER',
      uri: `sip:${address}`,
      callId,
      sequence,
      account: this.#account(`<sip:${ua}@x>`, false),
      headers: {
        From: `<sip:${ua}@${address}>;tag=…`,
        To: `<sip:${ua}@${address}>`,
        Contact: `<${contact}>`,
        Expires: action.do === 'register' ? '300' : '0',
      },
    });
    const done = new Promise<number>((resolve) => {
      this.#private.set(callId, (answer) => {
        if (answer.kind !== 'response') return;
        const { sequence = 0 } = answer.headers.get(cSeqHeader) ?? {};
        if (answer.status === 401 && sequence === 1) agent.request(request(2));
        else resolve(answer.status);
      });
    });
    agent.request(request(1));
    const status = await this.options.within(done, step);
    if (status !== 200)
      this.#complain({ ua, line: action.do }, `${action.do} was answered with ${status ?? 'nothing'}`);
  }

  #makeSoftphone(): Softphone | undefined {
    const [ua = ''] = this.#ports.keys();
    const agent = this.#agent(ua);
    if (agent === undefined) return undefined;
    const { server } = this.options;
    return new Softphone({
      agent,
      account: this.#account(`<sip:${ua}@x>`, false),
      server: server.sipAddress,
      audioOf: (callId) => this.#audioOf(agent, callId),
      speak: (callId) => this.#audio.get(callId)?.speak(server.clock.after),
    });
  }

  #speak(callId: string): void {
    const { placeholders, server } = this.options;
    const isSpoken = [...this.#spoken].some((spoken) => placeholders.fill(spoken) === callId);
    const audio = this.#audio.get(callId);
    if (isSpoken && audio?.isSpeaking === false) audio.speak(server.clock.after);
  }

  async #describe(agent: SipAgent, callId: string, lines: readonly string[]): Promise<string> {
    const { port } = await this.#audioOf(agent, callId);
    const session = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', ...lines.filter((line) => line.startsWith('c='))];
    const rest = lines.filter((line) => !line.startsWith('c='));
    return `${[...session, 't=0 0', ...rest].join('\r\n')}\r\n`.replace('<port>', String(port));
  }

  async #audioOf(agent: SipAgent, callId: string): Promise<AgentAudio> {
    const known = this.#audio.get(callId);
    if (known !== undefined) return known;
    const opened = await AgentAudio.open();
    const other = this.#audio.get(callId);
    if (other !== undefined) {
      opened.close();
      return other;
    }
    this.#audio.set(callId, opened);
    this.#owners.set(opened, agent.port);
    return opened;
  }

  #filled(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const { placeholders } = this.options;
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, placeholders.fill(this.#withTags(value))]),
    );
  }

  /** The tags of the call that another one is to replace are those that it has here. */
  #withTags(value: string): string {
    const replaced = /([^=\s;%]+)((?:;|%3B)to-tag(?:=|%3D))[^;%>\s]*>?((?:;|%3B)from-tag(?:=|%3D))\w+/;
    return value.replace(replaced, (all, callId: string, to: string, from: string) => {
      const calls = this.options.server.peers.phones.all.map((agent) => agent.find(callId));
      const call = calls.find((each) => each?.remoteTag !== undefined);
      return call === undefined ? all : `${callId}${to}${call.remoteTag ?? ''}${from}${call.localTag}`;
    });
  }

  #account(from: string, isWrong: boolean): ScriptedRequest['account'] {
    const username = /sip:([^@>]+)@/.exec(from)?.[1] ?? '';
    const password = this.#passwords.of(username);
    return { username, password: isWrong ? `not ${password}` : password };
  }

  #agent(ua: string): SipAgent | undefined {
    const port = this.#ports.get(ua);
    return this.options.server.peers.phones.all.find((agent) => agent.port === port);
  }

  #complain({ ua, line }: Pick<SipStep, 'ua' | 'line'>, got: string): void {
    const about = { subject: `phone ${ua}`, title: line };
    this.options.differ({ ...about, kind: 'unsupported', path: '', expected: undefined, got });
  }
}
