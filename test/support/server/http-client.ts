import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { certificate } from '../client/client-certificate';
import { judge } from '../spec/contract-judge';

/** A request, spelt as it shall go out: nothing is escaped, added or normalised. */
export interface Question {
  readonly method?: string;
  /** With its query. */
  readonly path: string;
  /** `name:password` as a Basic header; null for none. */
  readonly user?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, with its content type; a string as it is. */
  readonly body?: string | object;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export const basic = (user: string): string => `Basic ${Buffer.from(user).toString('base64')}`;

/** Asks on a connection of its own. Every answer is held against the published description. */
export async function ask(origin: string, question: Question): Promise<Answered> {
  const { method = 'GET', path } = question;
  const answer = await exchange(origin, question);
  const reasons = judge({ method, path, status: answer.status, headers: answer.headers, body: answer.text });
  if (reasons.length > 0) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}: ${reasons.join('; ')}`);
  return answer;
}

/** Asks many times, one after another, and keeps the statuses. */
export async function statusesOf(origin: string, questions: readonly Question[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const question of questions) statuses.push((await ask(origin, question)).status);
  return statuses;
}

export function jsonOf({ text }: Answered): unknown {
  return JSON.parse(text);
}

/** What every error answer looks like; `request_id` names the request in the log. */
export function failure(code: string, message: RegExp = /./): object {
  return {
    message: expect.stringMatching(message) as string,
    code,
    request_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-z]+$/) as string,
  };
}

function exchange(origin: string, { method, path, ...question }: Question): Promise<Answered> {
  const { user = 'asterisk:asterisk', headers = {}, body } = question;
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  const options = {
    method: method ?? 'GET',
    path,
    agent: false,
    headers: {
      ...(user === null ? {} : { Authorization: basic(user) }),
      ...(typeof body === 'object' ? { 'Content-Type': 'application/json' } : {}),
      ...(text === undefined ? {} : { 'Content-Length': Buffer.byteLength(text) }),
      ...headers,
    },
  };
  return new Promise((resolve, reject) => {
    const sent = origin.startsWith('https')
      ? httpsRequest(origin, { ...options, ca: certificate })
      : httpRequest(origin, options);
    sent.once('error', reject);
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    sent.end(text);
  });
}
