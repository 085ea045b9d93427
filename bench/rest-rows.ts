import type { Endpoint } from './load/job';
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
  const contract = await stage.ours('contract', ['--contract']).catch((error: Error) => error);
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
      ...[ours, ...rivals].flatMap((target) => socketRows(target.name, target, target)),
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

function socketRows(name: string, { endpoint, pid: serverPid }: Place, wording: Target): Contender[] {
  const row = (inFlight: number): Contender => ({
    name: `${name} socket ${inFlight}`,
    job: (duration) => ({
      ...duration,
      kind: 'socket',
      endpoint,
      serverPid,
      inFlight,
      upgrade: wording.upgrade('bench'),
      messages: Array.from({ length: 64 }, (_, index) => pingMessage(wording, index)),
    }),
  });
  return [row(1), row(32)];
}

/** Numbered with equally many digits, as the load wants messages of one length. */
function pingMessage({ pingPath }: Target, index: number): string {
  const number = String(index).padStart(4, '0');
  return JSON.stringify({
    type: 'RESTRequest',
    transaction_id: `transaction-${number}`,
    request_id: `request-${number}`,
    method: 'GET',
    uri: pingPath.slice(1),
  });
}
