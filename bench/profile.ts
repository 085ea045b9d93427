import { readFileSync } from 'node:fs';
import { median } from './measure/statistics';
import { say } from './report';

/** The part of V8's format that is read here. */
interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

/** Time spent in a place itself, and together with everything it calls. */
interface Cost {
  own: number;
  total: number;
}

const shown = 45;
const negligible = 0.002;

/** Prints where the time of a CPU profile went, function by function and by owner, without the idle time. */
export function showProfile(file: string | undefined): void {
  if (file === undefined) throw new Error('which profile? npm run bench -- profile FILE.cpuprofile');
  const profile = JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
  const busy = new CallTree(profile);
  say(`${(busy.total / 1e6).toFixed(2)} s busy`);
  for (const nameOf of [ownerOf, placeOf]) {
    say(`\n${'own'.padStart(8)}${'total'.padStart(8)}`);
    const costs = [...busy.costs(nameOf)].filter(([, { own }]) => own > busy.total * negligible);
    costs.sort(([, one], [, other]) => other.own - one.own);
    for (const [name, cost] of costs.slice(0, shown))
      say(`${share(cost.own, busy.total)}${share(cost.total, busy.total)}  ${name}`);
  }
}

/** A profile as a tree of calls, each with the time that was spent in it. */
class CallTree {
  readonly #nodes: ReadonlyMap<number, ProfileNode>;
  readonly #root: ProfileNode | undefined;
  readonly #own = new Map<number, number>();
  readonly total: number;

  constructor({ nodes, samples, timeDeltas }: CpuProfile) {
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
    // Not the time between two samples: while another process has the core there are none, and the next one would count
    // for all of that time.
    const interval = median(timeDeltas);
    for (const id of samples) {
      const isIdle = this.#nodes.get(id)?.callFrame.functionName === '(idle)';
      if (!isIdle) this.#own.set(id, (this.#own.get(id) ?? 0) + interval);
    }
    this.total = [...this.#own.values()].reduce((sum, time) => sum + time, 0);
    this.#root = nodes[0];
  }

  costs(nameOf: (node: ProfileNode) => string): Map<string, Cost> {
    const costs = new Map<string, Cost>();
    const visit = (node: ProfileNode, callers: readonly string[]): number => {
      const name = nameOf(node);
      const own = this.#own.get(node.id) ?? 0;
      const inner = this.#calleesOf(node).reduce((sum, callee) => sum + visit(callee, [...callers, name]), 0);
      const cost = costs.get(name) ?? { own: 0, total: 0 };
      cost.own += own;
      // What calls itself would otherwise count its time more than once.
      if (!callers.includes(name)) cost.total += own + inner;
      costs.set(name, cost);
      return own + inner;
    };
    if (this.#root !== undefined) visit(this.#root, []);
    return costs;
  }

  #calleesOf({ children = [] }: ProfileNode): ProfileNode[] {
    return children.flatMap((id) => this.#nodes.get(id) ?? []);
  }
}

function placeOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  return url === '' ? name : `${name}  ${shortened(url)}:${lineNumber + 1}`;
}

function ownerOf({ callFrame: { functionName, url } }: ProfileNode): string {
  const path = shortened(url);
  if (url.startsWith('node:')) return 'node (JavaScript)';
  if (path.startsWith('node_modules/')) return path.split('/').slice(0, 2).join('/');
  if (path.startsWith('dist/')) return path.slice(0, path.lastIndexOf('/'));
  return functionName === '(garbage collector)' ? 'garbage collection' : 'native';
}

function shortened(url: string): string {
  const modules = url.lastIndexOf('/node_modules/');
  return modules === -1 ? url.replace(/^.*\/dist\//, 'dist/') : url.slice(modules + 1);
}

function share(time: number, total: number): string {
  return `${((time / total) * 100).toFixed(1)} %`.padStart(8);
}
