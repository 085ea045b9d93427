import { spawnSync } from 'node:child_process';
import { freePort } from '../../test/support/server/http-process';

/** Where one NATS server and one node run. */
export interface Site {
  /** Comes before a command that is to run there. */
  readonly runner: readonly string[];
  /** Of its NATS server, as the other sites reach it. */
  readonly client: string;
  readonly route: string;
  /** Of the figures of its NATS server, and of its node, as this process reaches them. */
  readonly monitor: string;
  readonly control: string;
  readonly sip: SipPlace;
}

/** Where a node listens for phones, and the address of phones that this process has, as the node reaches them. */
export interface SipPlace {
  readonly host: string;
  readonly port: number;
  readonly phones: string;
}

/** Three sites. Only those with networks of their own can be cut off from each other. */
export interface Sites {
  readonly all: readonly Site[];
  readonly cut: ((index: number, isCut: boolean) => void) | undefined;
  readonly remove: () => void;
}

const count = 3;
const ports = { client: 4222, route: 6222, monitor: 8222, sip: 5060 };

/** In network namespaces where this process may make them, else side by side on the loopback. */
export async function makeSites(): Promise<Sites> {
  return namespaces() ?? (await onLoopback());
}

export async function onLoopback(): Promise<Sites> {
  const all: Site[] = [];
  const address = '127.0.0.1';
  for (let index = 0; index < count; index += 1) {
    const [client, route, monitor] = [await freePort(), await freePort(), await freePort()];
    all.push({
      runner: [],
      client: `${address}:${client}`,
      route: `${address}:${route}`,
      monitor: `${address}:${monitor}`,
      control: address,
      sip: { host: address, port: await freePort(), phones: address },
    });
  }
  return { all, cut: undefined, remove: () => undefined };
}

/**
 * A namespace for each site, and one with the bridge that connects them; what is cut is the port of a site there. This
 * process reaches each site over a link of its own, also when it is cut off. The addresses are those for benchmarks.
 */
function namespaces(): Sites | undefined {
  const name = `pb${process.pid.toString(36)}`;
  const net = process.pid % 250;
  const hub = `${name}-hub`;
  const remove = (): void => {
    for (let index = 0; index < count; index += 1) ip('netns', 'del', `${name}-${index}`);
    ip('netns', 'del', hub);
  };
  const isMade =
    ip('netns', 'add', hub) &&
    ip('-n', hub, 'link', 'add', 'name', 'hub0', 'type', 'bridge') &&
    ip('-n', hub, 'link', 'set', 'dev', 'hub0', 'up') &&
    Array.from({ length: count }, (_, index) => makeSite({ name, hub, net, index })).every(Boolean);
  if (!isMade) {
    remove();
    return undefined;
  }
  const all = Array.from({ length: count }, (_, index): Site => {
    const data = dataAddress(net, index);
    const [phones, control] = controlAddresses(net, index);
    return {
      runner: ['ip', 'netns', 'exec', `${name}-${index}`],
      client: `${data}:${ports.client}`,
      route: `${data}:${ports.route}`,
      monitor: `${control}:${ports.monitor}`,
      control,
      sip: { host: control, port: ports.sip, phones },
    };
  });
  return {
    all,
    remove,
    cut: (index, isCut) => void ip('-n', hub, 'link', 'set', 'dev', `port${index}`, isCut ? 'down' : 'up'),
  };
}

interface MadeSite {
  readonly name: string;
  readonly hub: string;
  readonly net: number;
  readonly index: number;
}

function makeSite({ name, hub, net, index }: MadeSite): boolean {
  const site = `${name}-${index}`;
  const [near, far] = controlAddresses(net, index);
  const link = `${name}c${index}`;
  return (
    ip('netns', 'add', site) &&
    ip('-n', site, 'link', 'set', 'dev', 'lo', 'up') &&
    ip('link', 'add', 'data0', 'netns', site, 'type', 'veth', 'peer', 'name', `port${index}`, 'netns', hub) &&
    ip('-n', hub, 'link', 'set', 'dev', `port${index}`, 'master', 'hub0', 'up') &&
    ip('-n', site, 'addr', 'add', `${dataAddress(net, index)}/24`, 'dev', 'data0') &&
    ip('-n', site, 'link', 'set', 'dev', 'data0', 'up') &&
    ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'control0', 'netns', site) &&
    ip('addr', 'add', `${near}/30`, 'dev', link) &&
    ip('link', 'set', 'dev', link, 'up') &&
    ip('-n', site, 'addr', 'add', `${far}/30`, 'dev', 'control0') &&
    ip('-n', site, 'link', 'set', 'dev', 'control0', 'up')
  );
}

function dataAddress(net: number, index: number): string {
  return `198.19.${net}.${index + 1}`;
}

function controlAddresses(net: number, index: number): readonly [string, string] {
  return [`198.18.${net}.${4 * index + 1}`, `198.18.${net}.${4 * index + 2}`];
}

function ip(...args: readonly string[]): boolean {
  return spawnSync('ip', args, { stdio: 'ignore' }).status === 0;
}
