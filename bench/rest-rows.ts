import type { Endpoint, SocketJob } from './load/job';
import type { Contender } from './measure/in-turns';
import type { ServerProcess } from './processes/server-process';
import type { Stage } from './processes/stage';
import type { Target } from './processes/target';

export interface RestRows {
  readonly rows: readonly Contender[];
  /** What cannot be measured, and why. */
  readonly skipped: readonly string[];
}

/** Where the load goes, and whose CPU time counts. */
interface Place {
  readonly endpoint: Endpoint;
  readonly pid: number | undefined;
}

const objectPath = '/deviceStates/Stasis:bench';
const connections = 32;

/** Starts all servers and lists what is to be measured on them. */
export async function prepareRows(stage: Stage, against: Target | undefined): Promise<RestRows> {
  const ours = await stage.ours('ours');
  const contract = await stage.ours('contract', { flags: ['--contract'] }).catch((error: Error) => error);
  const rivals = against === undefined ? [] : [against];
  const targets = contract instanceof Error ? [ours, ...rivals] : [ours, contract, ...rivals];
  for (const target of targets) await prepareObject(target);
  const { text: ping } = await ours.fetch('GET', ours.pingPath);
  const { text: object } = await ours.fetch('GET', objectPath);
  const bare = placeOf(await stage.bare([ping, object, await ours.ask(pingMessage(ours, 0))]));
  return {
    rows: [
      ...httpRows('bare', bare, ours),
      ...targets.flatMap((target) => httpRows(target.name, target, target)),
      ...socketRows('bare', bare, ours),
      ...[ours, ...rivals].flatMap((target) => [...socketRows(target.name, target, target), mixedRow(target)]),
    ],
    skipped: contract instanceof Error ? [`contract mode: ${contract.message}`] : [],
  };
}

async function prepareObject(target: Target): Promise<void> {
  const { status, text } = await target.fetch('PUT', `${objectPath}?deviceState=INUSE`);
  if (status !== 204) throw new Error(`${target.name}: PUT ${objectPath} was answered with ${status} ${text}`);
}

function placeOf({ url, pid }: ServerProcess): Place {
  return { endpoint: { host: url.hostname, port: Number(url.port) }, pid };
}

function httpRows(name: string, { endpoint, pid: serverPid }: Place, wording: Target): Contender[] {
  const row = (what: string, path: string): Contender => ({
    name: `${name} http ${what}`,
    job: (duration) => ({
      ...duration,
      kind: 'http',
      endpoint,
      serverPid,
      connections,
      request: wording.request('GET', path),
    }),
  });
  return [row('ping', wording.pingPath), row('object', objectPath)];
}

function socketRows(name: string, place: Place, wording: Target): Contender[] {
  const messages = Array.from({ length: 64 }, (_, index) => pingMessage(wording, index));
  return [1, 32].map((inFlight) => ({
    name: `${name} socket ${inFlight}`,
    job: (duration) => ({ ...duration, ...socketJob(place, wording), inFlight, messages }),
  }));
}

/** Every other request is answered later, when its state is stored; those behind it wait for that. */
function mixedRow(target: Target): Contender {
  const write = { method: 'PUT', path: `${objectPath}?deviceState=INUSE` };
  // The load wants messages of one length: the shorter ones get longer ids.
  const padding = '-'.repeat(requestMessage(write, 0).length - pingMessage(target, 0).length);
  const messages = Array.from({ length: 64 }, (_, index) =>
    index % 2 === 0 ? pingMessage(target, index, padding) : requestMessage(write, index),
  );
  return {
    name: `${target.name} socket mixed`,
    job: (duration) => ({ ...duration, ...socketJob(target, target), inFlight: 32, messages }),
  };
}

type SocketPlace = Pick<SocketJob, 'kind' | 'endpoint' | 'serverPid' | 'upgrade'>;

function socketJob({ endpoint, pid }: Place, wording: Target): SocketPlace {
  return { kind: 'socket', endpoint, serverPid: pid, upgrade: wording.upgrade('bench') };
}

function pingMessage({ pingPath }: Target, index: number, padding = ''): string {
  return requestMessage({ method: 'GET', path: pingPath }, index, padding);
}

interface Request {
  readonly method: string;
  readonly path: string;
}

/** Numbered with equally many digits, so that the same requests have the same length. */
function requestMessage({ method, path }: Request, index: number, padding = ''): string {
  const number = String(index).padStart(4, '0');
  return JSON.stringify({
    type: 'RESTRequest',
    transaction_id: `transaction-${number}${padding}`,
    request_id: `request-${number}`,
    method,
    uri: path.slice(1),
  });
}
