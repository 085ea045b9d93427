import type { Json, JsonObject } from './load-trace';
import { isObject } from './load-trace';

type Summary = (body: Json, recorded: Json) => Json;

const objects = (body: Json): readonly JsonObject[] =>
  Array.isArray(body) ? (body as readonly Json[]).filter(isObject) : [];
const lines =
  (line: (object: JsonObject) => string): Summary =>
  (body) =>
    objects(body).map(line);
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

/** How the recorder shortened some long answers, by trace and request. */
const summaries: Readonly<Record<string, Summary>> = {
  '0103 1': sampleOf('name', () => ({ count: true })),
  '0106 1': described,
  '0106 2': described,
  '0701 24': lines(({ id, bridge_type: type, technology, video_mode: video }) =>
    [id, type, technology, video].map(text).join(' '),
  ),
  '0708 7': lines(({ id, state, dialplan }) => [id, state, appOf(dialplan)].map(text).join(' ')),
  '0713 9': lines(({ id }) => text(id)),
  '0807 6': lines(({ id, dialplan }) => [id, appOf(dialplan)].map(text).join(' ')),
  '0809 1': lines(({ name, channel_ids: ids }) => `${text(name)}: ${JSON.stringify(ids) === '[]' ? 'none' : 'all'}`),
  ...Object.fromEntries([1, 2, 3, 4].map((n) => [`0902 ${n}`, sampleOf('id', (list) => ({ total: list.length }))])),
};

/** Shortens our answer in the way in which the recorded one was shortened. */
export function summaryOf(
  { trace, n }: { readonly trace: string; readonly n: number },
  body: Json | undefined,
  recorded: Json,
): Json | undefined {
  const summary = summaries[`${trace} ${n}`];
  if (summary === undefined) throw new Error(`nobody knows how answer ${n} of ${trace} was shortened`);
  return body === undefined ? undefined : summary(body, recorded);
}

function appOf(dialplan: Json | undefined): Json | undefined {
  return isObject(dialplan) ? dialplan['app_name'] : undefined;
}

/** A few of many, picked by their key, and something about all. */
function sampleOf(key: string, about: (list: readonly JsonObject[]) => JsonObject): Summary {
  return (body, recorded) => {
    const picked = isObject(recorded) ? objects(recorded['sample'] ?? []).map((object) => object[key]) : [];
    const sample = picked.flatMap((name) => objects(body).filter((object) => object[key] === name));
    return { ...about(objects(body)), sample };
  };
}

/** Of a description only the head is kept; how much there is in ours, and of which version, is ours to say. */
function described(body: Json, recorded: Json): Json {
  if (!isObject(body) || !isObject(recorded)) return body;
  const own = ['_svn_revision', 'apiVersion', 'since', 'apis', 'models', 'basePath'];
  const kept = Object.entries(recorded).map(([key, value]) => [
    key,
    own.includes(key) && key in body ? value : body[key],
  ]);
  return Object.fromEntries(kept) as Json;
}
