import type { Change } from '../../../codegen/compat/change';
import { compareSurfaces } from '../../../codegen/compat/compare';
import type { Surface } from '../../../codegen/compat/surface';
import type { SpecDraft } from './compat-support';
import { surfaceAfter } from './compat-support';

/** An edit of the spec, what it means to clients, and what taking it back would mean. */
export interface ChangeRow {
  readonly edit: (draft: SpecDraft) => void;
  readonly forward: readonly string[];
  readonly backward: readonly string[];
}

const spell = ({ impact, kind, what, id, detail }: Change): string => `${impact}: ${kind} ${what} ${id} ${detail}`;
export const difference = (before: Surface, after: Surface): string[] => compareSurfaces(before, after).map(spell);

export function behavesAs(rows: Readonly<Record<string, ChangeRow>>): void {
  it.each(Object.entries(rows))('%s', (_title, { edit, forward, backward }) => {
    const [before, after] = [surfaceAfter(), surfaceAfter(edit)];

    expect(difference(before, after)).toEqual(forward);
    expect(difference(after, before)).toEqual(backward);
  });
}
