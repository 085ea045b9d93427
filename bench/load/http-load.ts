import { Connection } from './connection';
import { failureSignal } from './failure';
import { HttpResponses } from './http-responses';
import type { HttpJob, Sample } from './job';
import { measured, Meter } from './meter';

/** Sends the same request on every connection, the next one as soon as the last one is answered. */
export async function runHttpLoad(job: HttpJob): Promise<Sample> {
  const meter = new Meter(job);
  const { failed, fail } = failureSignal();
  const connections = await Promise.all(Array.from({ length: job.connections }, () => openCaller(job, meter, fail)));
  try {
    for (const { call } of connections) call();
    return await measured(job, meter, failed);
  } finally {
    for (const { close } of connections) close();
  }
}

interface Caller {
  readonly call: () => void;
  readonly close: () => void;
}

async function openCaller(job: HttpJob, meter: Meter, onFailure: (error: Error) => void): Promise<Caller> {
  const request = Buffer.from(job.request, 'latin1');
  const responses = new HttpResponses();
  let sent = 0;
  const onData = (bytes: Buffer): void => {
    if (responses.take(bytes) === 0) return;
    const now = performance.now();
    meter.record(now - sent);
    sent = now;
    connection.write(request);
  };
  const connection = await Connection.open({ endpoint: job.endpoint, onData, onFailure });
  const call = (): void => {
    sent = performance.now();
    connection.write(request);
  };
  return { call, close: () => connection.close() };
}
