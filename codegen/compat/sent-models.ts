import type { Surface } from './surface';
import { modelOf } from './surface';

/** What every refusal carries. */
const errorModel = 'ErrorMessage';

/**
 * The models that clients may have to write: those a parameter leads to, and those no answer leads to. The latter are
 * what clients send over the websocket, which no operation declares.
 */
export function sentModels(surface: Surface): ReadonlySet<string> {
  const sent = reachable(
    surface,
    surface.parameters.map(({ type }) => type),
  );
  const answered = reachable(surface, [errorModel, ...surface.operations.flatMap(({ result }) => result ?? [])]);
  return new Set([...sent, ...surface.models.map(({ id }) => id).filter((id) => !answered.has(id))]);
}

/** Along properties, up to the base whose properties are inherited, and down to every subtype that may stand in. */
function reachable(surface: Surface, types: readonly string[]): ReadonlySet<string> {
  const neighbours = neighboursOf(surface);
  const found = new Set<string>();
  const open = types.map(itemType);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const next = neighbours.get(name);
    if (next === undefined || found.has(name)) continue;
    found.add(name);
    open.push(...next);
  }
  return found;
}

function neighboursOf({ models, properties }: Surface): ReadonlyMap<string, readonly string[]> {
  const neighbours = new Map(models.map(({ id, base }) => [id, base === undefined ? [] : [base]]));
  for (const { id, base } of models) if (base !== undefined) neighbours.get(base)?.push(id);
  for (const { id, type } of properties) neighbours.get(modelOf(id))?.push(itemType(type));
  return neighbours;
}

function itemType(type: string): string {
  return type.endsWith('[]') ? itemType(type.slice(0, -2)) : type;
}
