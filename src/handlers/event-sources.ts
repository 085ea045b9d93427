import type { Refusal } from '../contract/handler';
import type { SubjectKind } from '../stasis/subject';
import { parseSubject } from '../stasis/subject';
import { quoted } from './quoted';

export interface EventSource<Kind extends SubjectKind> {
  readonly kind: Kind;
  readonly id: string;
  /** As the client wrote it. */
  readonly text: string;
}

/** Reads event sources as clients write them: all of them, or a refusal that names the first invalid one. */
export function readSources<Kind extends SubjectKind>(
  texts: readonly string[],
  kinds: readonly Kind[],
): readonly EventSource<Kind>[] | Refusal<400> {
  const sources: EventSource<Kind>[] = [];
  for (const text of texts) {
    const parsed = parseSubject(text);
    const kind = kinds.find((candidate) => candidate === parsed?.kind);
    if (parsed === undefined || kind === undefined) return { status: 400, message: refusalOf(text, kinds) };
    sources.push({ kind, id: parsed.id, text });
  }
  return sources;
}

function refusalOf(text: string, kinds: readonly string[]): string {
  const schemes = kinds.map((kind) => `${kind}:`).join(', ');
  return `${quoted(text)} is not an event source that is allowed here: begin it with ${schemes} in exactly this spelling`;
}
