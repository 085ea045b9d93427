import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { Finding } from '../../fuzz/finding';
import { Findings } from '../../fuzz/finding';
import { FrameCases } from '../../fuzz/frame-cases';
import { runFrames } from '../../fuzz/frame-run';
import { bytesOf } from '../../fuzz/http-case';
import { guarded, Progress } from '../../fuzz/progress';
import { randomOf } from '../../fuzz/random';
import { RequestCases } from '../../fuzz/request-cases';
import type { RunOptions } from '../../fuzz/request-run';
import { requestAt, runRequests } from '../../fuzz/request-run';
import { runningTarget } from '../../fuzz/target';
import { isFault } from '../../fuzz/verdict';
import { readOpenApiDocument } from '../../src/server/contract-mode/open-api-document';
import { projectRoot } from '../../src/shared/project-root';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }
});

async function serverOf(listener: RequestListener): Promise<Server> {
  const server = createServer({ maxHeaderSize: 65_536 }, listener);
  server.on('clientError', (_, socket) => socket.destroy());
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

const document = readOpenApiDocument(projectRoot());

type Run = (options: RunOptions) => Promise<void>;

async function findingsOf(run: Run, server: Server, options: Partial<RunOptions> = {}): Promise<readonly Finding[]> {
  const findings = new Findings(50);
  const target = runningTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'a', 'b');
  const progress = new Progress();
  await run({ document, target, seed: 7, from: 0, to: 300, findings, progress, ...options });
  return findings.all;
}

/** What the fuzzer finds in a server that answers requests like this. */
async function findingsIn(listener: RequestListener): Promise<readonly Finding[]> {
  return findingsOf(runRequests, await serverOf(listener));
}

/** What it finds in one whose sockets answer messages like this. */
async function socketFindingsIn(
  answersTo: (text: string) => readonly (object | string)[],
): Promise<readonly Finding[]> {
  const server = await serverOf(refuse);
  const sockets = new WebSocketServer({ server, maxPayload: 65_536 });
  sockets.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer, isBinary) => {
      for (const answer of isBinary ? [] : answersTo(data.toString()))
        socket.send(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  const findings = await findingsOf(runFrames, server);
  sockets.close();
  return findings;
}

function refusalOf(text: string): object {
  const { request_id: id = '', uri = '' } = requestIn(text);
  return {
    type: 'RESTResponse',
    application: 'a',
    timestamp: '2026-11-15T00:18:51.581+0000',
    transaction_id: 'fuzz',
    request_id: id,
    status_code: 403,
    reason_phrase: 'Forbidden',
    uri: uri.replace(/\?.*/s, ''),
    content_type: 'application/json',
    message_body: '{"message":"no"}',
  };
}

function requestIn(text: string): { readonly request_id?: string; readonly uri?: string } {
  try {
    const { request_id: id, uri } = JSON.parse(text) as Record<string, unknown>;
    return { ...(typeof id === 'string' ? { request_id: id } : {}), ...(typeof uri === 'string' ? { uri } : {}) };
  } catch {
    return {};
  }
}

/** Refuses everything, which every operation may do. */
const refuse: RequestListener = (request, response) => {
  request.resume();
  const body = JSON.stringify({ message: 'no' });
  response.writeHead(401, {
    'WWW-Authenticate': 'Basic realm="x"',
    'Content-Type': 'application/json',
    'Content-Length': body.length,
  });
  response.end(request.method === 'HEAD' ? '' : body);
};

describe('the fuzzer', () => {
  it('has nothing to say about a server that refuses by the book', async () => {
    expect(await findingsIn(refuse)).toEqual([]);
  });

  it('finds the fault that only some requests meet, and takes away what does not matter', async () => {
    const findings = await findingsIn((request, response) => {
      if (!/\?.*__proto__/s.test(request.url ?? '')) return refuse(request, response);
      response.writeHead(500, { 'Content-Length': 2 }).end('{}');
    });

    expect(findings[0]).toMatchObject({ where: 'request', reasons: ['500: {}'] });
    expect(findings[0]?.shown).toMatch(/^[A-Z]+ "[^?]*\?[^&]*__proto__[^&]*" \[\] /);
  });

  it('finds a connection that is closed without an answer', async () => {
    const findings = await findingsIn((request, response) => {
      if (request.headers['content-type'] === 'application/json') request.socket.destroy();
      else refuse(request, response);
    });

    expect(findings.map(({ reasons }) => reasons[0])).toContain('the connection was closed without an answer');
  });

  it('finds an answer that the document does not describe', async () => {
    const server = await serverOf((_, response) => response.writeHead(418, { 'Content-Length': 0 }).end());

    const findings = await findingsOf(runRequests, server, { to: 30 });

    expect(findings.map(({ reasons }) => reasons[0])).toContainEqual(expect.stringContaining('does not declare 418'));
  });

  it('finds a request that is not answered, and does not wait for ever', async () => {
    const server = await serverOf((request, response) => {
      if (request.method === 'PUT') request.resume();
      else refuse(request, response);
    });

    const findings = await findingsOf(runRequests, server, { to: 20, timeoutMs: 50 });

    expect(findings.map(({ reasons }) => reasons[0])).toContain('there was no answer');
  });

  it('finds that no socket opens, and does not wait for ever', async () => {
    const server = await serverOf(refuse);
    server.on('upgrade', (_, socket) =>
      socket
        .on('error', () => undefined)
        .on('end', () => socket.destroy())
        .resume(),
    );

    const findings = await findingsOf(runFrames, server, { timeoutMs: 50 });

    expect(findings.map(({ reasons }) => reasons[0])).toEqual(['no socket could be opened']);
  });

  it('makes the same cases from the same seed, and others from another', () => {
    const requests = new RequestCases(document);
    const frames = new FrameCases(requests);
    const made = (seed: number): string[] =>
      Array.from({ length: 300 }, (_, index) =>
        Buffer.concat([bytesOf(requestAt(requests, seed, index)), frames.at(randomOf(seed, index), index).bytes]),
      ).map((bytes) => bytes.toString('latin1'));

    expect(made(7)).toEqual(made(7));
    expect(made(8)).not.toEqual(made(7));
  });

  it('says what was under way when nothing moves any more', async () => {
    const progress = new Progress();
    progress.began('request', 3);
    progress.began('frame', 4);
    progress.ended('frame', 4);

    const stall = await guarded(new Promise(() => undefined), progress, 20);

    expect(stall).toBe('nothing has moved for 0 s; under way: request 3');
  });

  it.each([
    { status: 500, body: '{"message":"no","code":"fault"}', fault: true },
    { status: 503, body: '{"message":"no","code":"unavailable"}', fault: true },
    { status: 501, body: '{"message":"no"}', fault: true },
    { status: 501, body: 'no', fault: true },
    { status: 501, body: '{"message":"no","code":"not-served"}', fault: false },
    { status: 501, body: '{"message":"no","code":"module-not-loaded"}', fault: false },
    { status: 404, body: '', fault: false },
  ])('calls $status $body a fault: $fault', ({ status, body, fault }) => {
    expect(isFault(status, body)).toBe(fault);
  });

  it('has nothing to say about a socket that refuses by the book', async () => {
    expect(await socketFindingsIn((text) => [refusalOf(text)])).toEqual([]);
  });

  it('finds a fault that a message brings about', async () => {
    const findings = await socketFindingsIn((text) => [
      { ...refusalOf(text), ...(text.includes('__proto__') ? { status_code: 500 } : {}) },
    ]);

    expect(findings.map(({ reasons }) => reasons[0])).toContainEqual(expect.stringMatching(/^500: /));
  });

  it('finds a message that is not JSON', async () => {
    const findings = await socketFindingsIn((text) => ['surprise', refusalOf(text)]);

    expect(findings[0]?.reasons[0]).toMatch(/^the frame is not JSON/);
  });

  it('finds an answer that is not for the request it follows', async () => {
    const findings = await socketFindingsIn((text) => [{ ...refusalOf(text), request_id: 'x' }]);

    expect(findings.map(({ reasons }) => reasons[0])).toContainEqual(expect.stringMatching(/^the answer to \d+ says/));
  });

  it('finds an event that the description does not know', async () => {
    const findings = await socketFindingsIn((text) => [{ type: 'Surprise' }, refusalOf(text)]);

    expect(findings[0]?.reasons[0]).toMatch(/^nothing describes events#\/\$defs\/Surprise/);
  });
});
