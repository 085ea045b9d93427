import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { makeLogger } from '../../../src/shared/logger';
import { HeaderList } from '../../../src/sip/message/headers/header-list';
import type { SipResponse } from '../../../src/sip/message/message';
import { SipRequest } from '../../../src/sip/message/message';
import type { SipStackOptions } from '../../../src/sip/stack/sip-stack';
import { SipStack } from '../../../src/sip/stack/sip-stack';
import type { OutgoingRequest } from '../../../src/sip/stack/outgoing-request';
import type { ServerTransaction } from '../../../src/sip/transaction/server-transaction';
import type { Flow } from '../../../src/sip/transport/flow';
import type { TlsSettings } from '../../../src/sip/transport/tls-settings';
import type { Listening, ListenOptions } from '../../../src/sip/transport/transport-layer';
import { certificate, privateKey } from '../../support/client/client-certificate';
import { eventually } from '../../support/eventually';

export type ListenProtocol = ListenOptions['protocol'];

export interface Arrived {
  readonly transaction: ServerTransaction;
  readonly source: Flow;
}

/** A stack on the loopback that answers requests with 200, unless a test does it. */
export class StackRig {
  readonly arrived: Arrived[] = [];
  readonly acks: SipRequest[] = [];
  readonly closed: Flow[] = [];
  readonly refused: string[] = [];
  readonly errors: string[] = [];
  readonly stack: SipStack;
  readonly #folder = mkdtempSync(join(tmpdir(), 'patchbay-sip-'));
  /** What is done with a request. */
  answer: (arrived: Arrived) => void = ({ transaction }) => transaction.reply(200);

  constructor(options: Partial<SipStackOptions> = {}) {
    this.stack = new SipStack({
      log: makeLogger((level, _fields, sentence) => level === 'error' && this.errors.push(sentence)),
      outboundTls: { verifyServer: false },
      ...options,
      user: {
        onRequest: (transaction, source) => {
          this.arrived.push({ transaction, source });
          this.answer({ transaction, source });
        },
        onAck: (ack) => this.acks.push(ack),
        onFlowClosed: (flow) => this.closed.push(flow),
        onRefused: ({ refusal }) => this.refused.push(refusal.message),
      },
    });
  }

  listen(protocol: ListenProtocol, host = '127.0.0.1', port = 0): Promise<Listening> {
    const settings = { ...this.writeCertificate(certificate, privateKey), verifyServer: false };
    const tls = protocol === 'TLS' ? { tls: settings } : {};
    return this.stack.listen({ protocol, bind: { host, port }, ...tls });
  }

  writeCertificate(cert: string, key: string): TlsSettings {
    const settings = { certFile: join(this.#folder, 'cert.pem'), keyFile: join(this.#folder, 'key.pem') };
    writeFileSync(settings.certFile, cert);
    writeFileSync(settings.keyFile, key);
    return settings;
  }

  /** Sends a request and collects what comes back. */
  send(request: SipRequest, flow?: Flow): Sending {
    return new Sending(this.stack, request, flow);
  }

  close(): void {
    this.stack.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Resolves when the fact is as wanted. */
export function becomes(read: () => unknown, wanted: unknown): Promise<void> {
  return eventually(
    () => isDeepStrictEqual(read(), wanted),
    () => `expected ${JSON.stringify(wanted)}, got ${JSON.stringify(read())}`,
  );
}

export class Sending {
  readonly responses: SipResponse[] = [];
  readonly failures: string[] = [];
  readonly outgoing: OutgoingRequest;

  constructor(stack: SipStack, request: SipRequest, flow?: Flow) {
    this.outgoing = stack.send(
      request,
      {
        onResponse: (response) => this.responses.push(response),
        onTimeout: () => this.failures.push('timeout'),
        onTransportFailure: (error) => this.failures.push(error.message),
      },
      flow,
    );
  }

  get statuses(): number[] {
    return this.responses.map(({ status }) => status);
  }

  /** The final answer, or why there is none. */
  async result(): Promise<number | string> {
    const final = (): number | string | undefined =>
      this.statuses.find((status) => status >= 200) ?? this.failures.at(0);
    await eventually(
      () => final() !== undefined,
      () => `no final answer, only ${this.statuses.join()}`,
    );
    return final() ?? '';
  }
}

let calls = 0;

/** A request of ours to an address. */
export function requestTo(uri: string, method = 'OPTIONS', body = ''): SipRequest {
  calls += 1;
  const headers = new HeaderList()
    .add('Max-Forwards', '70')
    .add('From', '<sip:alice@example.com>;tag=a1')
    .add('To', '<sip:bob@example.com>')
    .add('Call-ID', `call-${calls}`)
    .add('CSeq', `1 ${method}`);
  return new SipRequest({ method, uri, headers, body });
}

export function uriOf({ bound, protocol }: Listening): string {
  const host = bound.host.includes(':') ? `[${bound.host}]` : bound.host;
  return `sip:bob@${host}:${bound.port}${protocol === 'UDP' ? '' : `;transport=${protocol.toLowerCase()}`}`;
}
