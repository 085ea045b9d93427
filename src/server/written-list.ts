import type { ApiReply } from '../api/dispatcher';
import { mapInSlices } from '../shared/map-in-slices';
import { when } from '../shared/when';

/** Items from which on a list is put into JSON in slices. */
const longList = 100;

/** The body of an answer that is JSON already, because putting it into JSON at once would have kept others waiting. */
export class WrittenList {
  constructor(readonly json: string) {}
}

/** The reply; with a long list, one whose body is written, each item by `write`. */
export function writtenInSlices(
  reply: ApiReply,
  write: (item: unknown) => string = (item) => JSON.stringify(item),
): ApiReply | Promise<ApiReply> {
  const { body } = reply;
  if (!Array.isArray(body) || body.length < longList) return reply;
  return when(mapInSlices(body as readonly unknown[], write), (items) => ({
    ...reply,
    body: new WrittenList(`[${items.join(',')}]`),
  }));
}
