import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { JsonValue } from '../contract/json';
import type { Asked, Renamed } from './same-request';
import { renamedIn, Renamings } from './same-request';
import type { ConnectStep, ResponseStep, TapeStep } from './tape';
import { recordedBody, recordedTarget } from './tape';

/** Plays the server's side of a recorded session to an application, which has to ask the same as before. */
export class TapePlayer {
  readonly #door = http.createServer((request, response) => void this.#asked(request, response));
  readonly #upgrades = new WebSocketServer({ noServer: true, handleProtocols: ([first]) => first ?? false });
  readonly #sockets = new Map<string, WebSocket>();
  readonly #renamings = new Renamings();
  /** Steps of the application that have happened, in whatever order. */
  readonly #done = new Set<TapeStep>();
  readonly #surplus: string[] = [];
  #at = 0;
  #markFinished: () => void = () => undefined;
  /** Resolves when the whole session has been played. */
  readonly finished = new Promise<void>((resolve) => {
    this.#markFinished = resolve;
  });

  constructor(private readonly steps: readonly TapeStep[]) {
    this.#door.on('upgrade', (request, socket, head) => this.#connected(request, socket, head));
  }

  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#door.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.#door.address() as AddressInfo).port}`;
  }

  /** What the application has asked for besides, and what it has not asked for. */
  differences(): readonly string[] {
    const missing = this.steps.filter((step) => isOfApplication(step) && !this.#done.has(step));
    return [
      ...this.#surplus.map((text) => `not in the recorded session: ${text}`),
      ...missing.map((step) => `missing: ${described(step)}`),
    ];
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.values()) socket.terminate();
    this.#door.closeAllConnections();
    await new Promise((resolve) => this.#door.close(resolve));
  }

  async #asked(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += (chunk as Buffer).toString('utf8');
    const asked = {
      method: request.method ?? '',
      uri: recordedTarget(request.url ?? ''),
      ...recordedBody(text),
    };
    const step = this.#match('request', asked, (each) => each);
    if (step === undefined) {
      this.#surplus.push(`${asked.method} ${asked.uri}`);
      return answer(response, 404, { message: 'the recorded session has no such request' });
    }
    const isAnswer = (each: TapeStep): each is ResponseStep => each.kind === 'response' && each.n === step.n;
    const recorded = this.steps.find(isAnswer);
    // What was sent before the answer goes before it now, too.
    this.#play(recorded === undefined ? this.#at : this.steps.indexOf(recorded));
    answer(response, recorded?.status ?? 502, this.#renamings.apply(recorded?.body));
    this.#play();
  }

  #connected(request: http.IncomingMessage, socket: Duplex, head: Buffer): void {
    const asked = { method: 'GET', uri: recordedTarget(request.url ?? '') };
    const step = this.#match('ws-connect', asked, ({ uri }) => ({ method: 'GET', uri }));
    if (step === undefined) this.#surplus.push(`a socket to ${asked.uri}`);
    const refusal = step === undefined ? 404 : this.#refusalOf(step);
    if (step === undefined || refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return this.#play();
    }
    this.#upgrades.handleUpgrade(request, socket, head, (open) => {
      this.#sockets.set(step.ws, open);
      open.on('message', (data) => this.#sent(step.ws, (data as Buffer).toString('utf8'))).on('error', () => undefined);
      this.#play();
    });
  }

  #refusalOf({ ws }: ConnectStep): number | undefined {
    const refusal = this.steps.find((step) => step.kind === 'ws-rejected' && step.ws === ws);
    return refusal?.kind === 'ws-rejected' ? refusal.status : undefined;
  }

  #sent(ws: string, text: string): void {
    const { body = '' } = recordedBody(text);
    const step = this.#match('ws-send', { method: ws, uri: '', body }, (each) => ({
      method: each.ws,
      uri: '',
      body: each.json,
    }));
    if (step === undefined) this.#surplus.push(`over ${ws}: ${text.slice(0, 200)}`);
    this.#play();
  }

  /** The next step of this kind that asks the same; one without other names is preferred. */
  #match<Kind extends TapeStep['kind']>(
    kind: Kind,
    asked: Asked,
    askedBy: (step: Extract<TapeStep, { kind: Kind }>) => Asked,
  ): Extract<TapeStep, { kind: Kind }> | undefined {
    const isOpen = (step: TapeStep): step is Extract<TapeStep, { kind: Kind }> =>
      step.kind === kind && !this.#done.has(step);
    const candidates = this.steps
      .filter(isOpen)
      .map((step) => ({ step, renamed: renamedIn(this.#renamings.apply(askedBy(step)), asked) }))
      .filter((each): each is typeof each & { readonly renamed: Renamed } => each.renamed !== undefined);
    const chosen = candidates.find(({ renamed: { ids } }) => ids.size === 0) ?? candidates[0];
    if (chosen === undefined) return undefined;
    this.#renamings.add(chosen.renamed);
    this.#done.add(chosen.step);
    return chosen.step;
  }

  /** Goes on until something of the application has to happen first. */
  #play(end = this.steps.length): void {
    while (this.#at < end) {
      const step = this.steps[this.#at];
      if (step === undefined || (isOfApplication(step) && !this.#done.has(step))) return;
      this.#at += 1;
      this.#perform(step);
    }
    if (this.#at === this.steps.length) this.#markFinished();
  }

  #perform(step: TapeStep): void {
    if (step.kind === 'event') this.#sockets.get(step.ws)?.send(JSON.stringify(this.#renamings.apply(step.event)));
    if (step.kind === 'ws-closed') this.#end(step.ws, step.code);
  }

  /** 1005 and 1006 stand for the lack of a code. */
  #end(ws: string, code: number): void {
    if (code >= 1005 && code <= 1006) this.#sockets.get(ws)?.terminate();
    else this.#sockets.get(ws)?.close(code);
  }
}

function isOfApplication({ kind }: TapeStep): boolean {
  return kind === 'request' || kind === 'ws-connect' || kind === 'ws-send';
}

function described(step: TapeStep): string {
  if (step.kind === 'request') return `${step.method} ${step.uri}`;
  if (step.kind === 'ws-connect') return `a socket to ${step.uri}`;
  return step.kind === 'ws-send' ? `over ${step.ws}: ${JSON.stringify(step.json).slice(0, 200)}` : step.kind;
}

function answer(response: http.ServerResponse, status: number, body: JsonValue | undefined): void {
  if (body === undefined) return void response.writeHead(status).end();
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' });
  response.end(isText ? body : JSON.stringify(body));
}
