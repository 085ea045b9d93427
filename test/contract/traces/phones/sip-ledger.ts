import { cSeqHeader } from '../../../../src/sip/message/headers/number-headers';
import type { SipMessage, SipRequest } from '../../../../src/sip/message/message';
import { callIdHeader } from '../../../../src/sip/message/headers/token-headers';
import type { Difference } from '../compare/difference';
import type { Placeholders } from '../compare/placeholders';
import type { SipStep } from '../recording/trace';
import { compareMessage } from './compare-message';

interface ExpectedMessage {
  readonly step: SipStep;
  readonly port: number;
  readonly window: number;
  received: ReceivedMessage | undefined;
  /** It did not come while it was waited for. */
  isOverdue: boolean;
}

interface ReceivedMessage {
  readonly message: SipMessage;
  readonly port: number;
  readonly window: number;
  /** By the clock of the recording. */
  readonly ms: number;
  readonly position: number;
  isTaken: boolean;
}

export interface SipLedgerOptions {
  readonly placeholders: Placeholders;
  readonly window: () => number;
  readonly isExplained: (difference: Difference) => boolean;
}

/** Milliseconds by which a message may come too early, before the action of ours that it was recorded behind. */
const slackMs = 60;

/** What the server has sent to the phones in the recording, and what it sends to ours. */
export class SipLedger {
  readonly #expected: ExpectedMessage[] = [];
  readonly #received: ReceivedMessage[] = [];

  constructor(private readonly options: SipLedgerOptions) {}

  expect(step: SipStep, port: number): void {
    this.#expected.push({ step, port, window: this.options.window(), received: undefined, isOverdue: false });
  }

  receive(message: SipMessage, port: number, ms: number): void {
    const { length: position } = this.#received;
    this.#received.push({ message, port, window: this.options.window(), ms, position, isTaken: false });
  }

  /** Pairs what has come with what was recorded. Says whether all of it has come. */
  isComplete(): boolean {
    for (const expected of this.#expected)
      if (expected.received === undefined && !expected.isOverdue) this.#pair(expected);
    return this.#expected.every(
      (one) => one.received !== undefined || one.isOverdue || this.options.isExplained(missing(one)),
    );
  }

  /** We are about to do something. */
  nextWindow(): void {
    for (const one of this.#expected) one.isOverdue ||= one.received === undefined;
  }

  /** The request that our answer was recorded to. */
  requestFor({ callId, headers }: SipStep, port: number): SipRequest | undefined {
    const found = this.#expected.find(
      ({ step, port: at }) =>
        at === port &&
        !step.line.startsWith('SIP/') &&
        step.callId === callId &&
        step.headers['CSeq'] === headers['CSeq'],
    );
    const message = found?.received?.message;
    return message?.kind === 'request' ? message : undefined;
  }

  differences(): readonly Difference[] {
    this.isComplete();
    return [
      ...this.#expected.flatMap((one) => this.#differencesOf(one)),
      ...this.#displaced(),
      ...this.#received.filter((one) => !one.isTaken && this.#isOn(one)).map(extra),
    ];
  }

  #pair(expected: ExpectedMessage): void {
    const { placeholders } = this.options;
    const found = this.#received.find(
      (one) =>
        !one.isTaken &&
        one.port === expected.port &&
        isAlike(expected.step, one.message) &&
        placeholders.accept(expected.step.callId, one.message.headers.get(callIdHeader) ?? ''),
    );
    if (found === undefined) return;
    found.isTaken = true;
    expected.received = found;
  }

  #differencesOf(expected: ExpectedMessage): readonly Difference[] {
    const { step, window, received } = expected;
    if (received === undefined) return [missing(expected)];
    const findings = compareMessage(step, received.message, this.options.placeholders);
    // What was sent to a phone before it was switched on was recorded when it was repeated.
    const isEarly = this.#isOn(received) && received.window < window && step.ms - received.ms > slackMs;
    return [
      ...findings.map((finding) => ({ ...about(step), kind: 'message field' as const, window, ...finding })),
      ...(isEarly
        ? [{ ...about(step), kind: 'moment' as const, path: '', window, expected: 'as recorded', got: 'too early' }]
        : []),
    ];
  }

  /** Messages of one call to one phone come in the recorded order. */
  #displaced(): readonly Difference[] {
    const latest = new Map<string, { readonly position: number; readonly step: SipStep }>();
    return this.#expected.flatMap(({ step, port, received }) => {
      if (received === undefined) return [];
      const key = `${port} ${step.callId}`;
      const before = latest.get(key);
      if (before === undefined || before.position < received.position) {
        latest.set(key, { position: received.position, step });
        return [];
      }
      return [{ ...about(step), kind: 'order', path: '', expected: `after ${before.step.line}`, got: 'before it' }];
    });
  }

  /** A phone that neither speaks nor is spoken to until later is not switched on yet. */
  #isOn({ port, window }: ReceivedMessage): boolean {
    const first = this.#expected.find((one) => one.port === port);
    return first !== undefined && window >= first.window - 1;
  }
}

/** Whether the message is the recorded one, with different contents at most. */
function isAlike({ line, headers }: SipStep, message: SipMessage): boolean {
  if (message.kind === 'request') return line.startsWith(`${message.method} `);
  const { sequence = 0, method = '' } = message.headers.get(cSeqHeader) ?? {};
  return line.startsWith(`SIP/2.0 ${message.status} `) && headers['CSeq'] === `${sequence} ${method}`;
}

function about({ ua, line, headers }: SipStep): Pick<Difference, 'subject' | 'title'> {
  const isAnswer = line.startsWith('SIP/');
  return { subject: `phone ${ua}`, title: isAnswer ? `${line} to ${headers['CSeq'] ?? ''}` : line };
}

function missing({ step, window }: ExpectedMessage): Difference {
  const expected = { callId: step.callId, ...step.headers };
  return { ...about(step), kind: 'missing message', path: '', window, expected, got: undefined };
}

function extra({ message, port, window }: ReceivedMessage): Difference {
  const { sequence = 0, method = '' } = message.headers.get(cSeqHeader) ?? {};
  const title = message.kind === 'request' ? `${message.method} ${message.uriText}` : `SIP/2.0 ${message.status}`;
  const got = `${message.headers.get(callIdHeader) ?? ''} ${sequence} ${method}`;
  return { kind: 'extra message', subject: `phone at ${port}`, title, path: '', window, expected: undefined, got };
}
