import type { ApiReply } from '../../api/dispatcher';

type Item = Readonly<Record<string, unknown>>;

/** The answers of all nodes as one: lists are joined, and the same object on several nodes becomes one. */
export function mergeAnswers(own: ApiReply, others: readonly ApiReply[], lists: string | undefined): ApiReply {
  const found = [own, ...others].filter(({ status }) => status < 300);
  const [first, ...rest] = found;
  if (first === undefined || rest.length === 0) return first ?? own;
  if (!Array.isArray(first.body))
    return { ...first, body: found.map(({ body }) => body as Item).reduce((one, other) => mergeItems(one, other)) };
  return { ...first, body: inOrder(mergeLists(found.map(({ body }) => body as readonly Item[])), lists) };
}

function mergeLists(lists: readonly (readonly Item[])[]): Item[] {
  const byKey = new Map<string, Item>();
  for (const item of lists.flat()) {
    const key = keyOf(item);
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? item : mergeItems(known, item));
  }
  return [...byKey.values()];
}

/** As one node orders them: channels by their age, everything else by its name. */
function inOrder(items: Item[], lists: string | undefined): Item[] {
  const order = (item: Item): string => (lists === 'channel' ? String(item['creationtime']) : keyOf(item));
  return items.sort((one, other) => (order(one) < order(other) ? -1 : 1));
}

/** What tells the objects of a list apart. */
interface Identity {
  readonly id?: string;
  readonly name?: string;
  readonly technology?: string;
  readonly resource?: string;
  readonly format?: string;
}

function keyOf(item: Item): string {
  const { id, name = '', technology, resource = '', format = '' } = item as Identity;
  if (id !== undefined) return id;
  return technology === undefined ? `${name}\n${format}` : `${technology}/${resource}`;
}

/** Lists in it are joined. An endpoint is online when it is for one of the nodes. */
function mergeItems(one: Item, other: Item): Item {
  const merged: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const present = merged[name];
    if (Array.isArray(present) && Array.isArray(value)) merged[name] = union(present, value);
    else if (present === undefined || (name === 'state' && value === 'online')) merged[name] = value;
  }
  return merged;
}

function union(one: readonly unknown[], other: readonly unknown[]): unknown[] {
  const known = new Set(one.map((value) => JSON.stringify(value)));
  return [...one, ...other.filter((value) => !known.has(JSON.stringify(value)))];
}
