import { Agent, request } from 'node:http';
import { basic } from '../../../support/server/http-client';
import { Wire } from '../../../support/server/http-wire';
import type { Answer } from '../compare/compare-response';
import type { RequestStep } from '../recording/trace';
import type { Placeholders } from '../compare/placeholders';

/** Sends recorded requests, spelt as they were, over connections that are kept. */
export class TraceHttp {
  readonly #agent = new Agent({ keepAlive: true });

  constructor(
    private readonly origin: () => string,
    private readonly placeholders: Placeholders,
  ) {}

  send(step: RequestStep): Promise<Answer> {
    return this.#exchange(step, this.placeholders.fill(step.target));
  }

  /** Sends bytes on a connection of its own and reads as many answers as asked for. */
  async sendRaw(text: string, count: number): Promise<{ readonly answers: readonly Answer[]; readonly wire: Wire }> {
    const wire = await Wire.connect(this.origin());
    wire.send(this.placeholders.fill(text));
    const answers: Answer[] = [];
    const headersOnly = text.startsWith('HEAD');
    while (answers.length < count) {
      const { status, headers, body } = await wire.answer({ headersOnly });
      answers.push({ status, headers, text: body });
    }
    return { answers, wire };
  }

  close(): void {
    this.#agent.destroy();
  }

  #exchange({ method, auth, headers, body }: RequestStep, path: string): Promise<Answer> {
    const text = body === undefined ? undefined : this.placeholders.fill(body);
    const all = {
      ...(auth === null ? {} : { Authorization: basic(auth) }),
      ...(text === undefined ? {} : { 'Content-Length': Buffer.byteLength(text) }),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const sent = request(this.origin(), { method, path, agent: this.#agent, headers: all });
      sent.once('error', reject);
      sent.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: plain(response.headers),
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      });
      sent.end(text);
    });
  }
}

function plain(headers: NodeJS.Dict<string | string[]>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
