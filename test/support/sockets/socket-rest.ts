import { judge } from '../spec/contract-judge';

/** An answer over HTTP, its JSON body read. */
export interface RestAnswer {
  readonly status: number;
  /** Undefined where there is no body. */
  readonly body: unknown;
  readonly headers: Headers;
}

export interface RestExtras {
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One user's way to the interface over HTTP. Every answer is held against the published description. */
export class Rest {
  constructor(
    private readonly origin: string,
    private readonly credentials: string = 'asterisk:asterisk',
  ) {}

  /** `target` is below `/ari`: `/applications/hello?x=1`. */
  async call(method: string, target: string, { body, headers = {} }: RestExtras = {}): Promise<RestAnswer> {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${this.origin}/ari${target}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(this.credentials).toString('base64')}`,
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
    });
    const answer = await response.text();
    const reasons = judge({
      method,
      path: `/ari${target}`,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: answer,
    });
    if (reasons.length > 0) throw new Error(`${method} ${target}: ${response.status} ${answer}: ${reasons.join('; ')}`);
    return {
      status: response.status,
      body: answer === '' ? undefined : (JSON.parse(answer) as unknown),
      headers: response.headers,
    };
  }

  get = (target: string): Promise<RestAnswer> => this.call('GET', target);
  put = (target: string, body?: unknown): Promise<RestAnswer> => this.call('PUT', target, { body });
  post = (target: string, body?: unknown): Promise<RestAnswer> => this.call('POST', target, { body });
  delete = (target: string): Promise<RestAnswer> => this.call('DELETE', target);
}

/** The body of an error answer, whatever its request was called: a text that says all of these words. */
export function refusal(code: string, ...words: readonly string[]): object {
  return {
    message: expect.stringMatching(new RegExp(words.map((word) => `(?=[^]*${quoted(word)})`).join(''))) as string,
    code,
    request_id: expect.any(String) as string,
  };
}

function quoted(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
