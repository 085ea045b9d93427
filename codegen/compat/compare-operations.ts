import type { Finding } from './change';
import { breaking, compatible, missing } from './change';
import type { SurfaceOperation } from './surface';
import { plainJson } from './surface';

/** The changes that a client of the older operation sees. */
export function* compareOperation(before: SurfaceOperation, after: SurfaceOperation): Generator<Finding, void> {
  if (before.method !== after.method) yield breaking(`is reached by ${after.method} now, was ${before.method}`);
  yield* compareRoutes(before, after);
  yield* compareAnswers(before, after);
  yield* compareDemands(before, after);
}

/** A path counts as kept while it leads here at all, be it as the main path or as an alias. */
function* compareRoutes(before: SurfaceOperation, after: SurfaceOperation): Generator<Finding, void> {
  const [old, fresh] = [routesOf(before), routesOf(after)];
  if (before.path !== after.path) {
    yield fresh.includes(before.path)
      ? compatible(`has its main path at ${after.path} now; ${before.path} still leads here`)
      : breaking(`moved from ${before.path} to ${after.path}`);
  }
  for (const path of missing(before.aliases, fresh)) yield breaking(`is no longer reachable at ${path}`);
  for (const path of missing(after.aliases, old)) yield compatible(`is reachable at ${path} too`);
}

function* compareAnswers(before: SurfaceOperation, after: SurfaceOperation): Generator<Finding, void> {
  const result = (operation: SurfaceOperation) => operation.result ?? 'no body';
  if (before.success !== after.success) yield breaking(`answers ${after.success} on success, was ${before.success}`);
  if (result(before) !== result(after)) yield breaking(`answers with ${result(after)}, was ${result(before)}`);
  const [old, fresh] = [before.produces ?? plainJson, after.produces ?? plainJson];
  for (const type of missing(old, fresh)) yield breaking(`no longer answers in ${type}`);
  for (const type of missing(fresh, old)) yield compatible(`may answer in ${type} too`);
  // Clients have to be ready for any status: the codes common to all operations are not even listed here.
  for (const code of missing(after.errors, before.errors)) yield compatible(`may refuse with ${code} too`);
  for (const code of missing(before.errors, after.errors)) yield compatible(`no longer refuses with ${code}`);
}

function* compareDemands(before: SurfaceOperation, after: SurfaceOperation): Generator<Finding, void> {
  for (const module of missing(after.modules, before.modules)) yield breaking(`needs the module ${module} now`);
  for (const module of missing(before.modules, after.modules)) yield compatible(`no longer needs the module ${module}`);
  const protocol = (operation: SurfaceOperation) => operation.protocol ?? 'none';
  if (protocol(before) !== protocol(after))
    yield breaking(`has the websocket protocol ${protocol(after)}, was ${protocol(before)}`);
}

function routesOf({ path, aliases = [] }: SurfaceOperation): string[] {
  return [path, ...aliases];
}
