import type { ApiReply } from '../api/dispatcher';
import { mapInSlices } from '../shared/scheduling/map-in-slices';
import { when } from '../shared/scheduling/when';

/** Number of items from which a list is serialised in slices. */
const longList = 100;

/** An answer body that is already serialised, because serialising it in one go would have blocked other requests. */
export class WrittenList {
  constructor(readonly json: string) {}
}

/** The reply; a long list in it is serialised, each item by `write`. */
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
