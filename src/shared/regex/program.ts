import type { Pattern } from './pattern';
import { PatternError } from './pattern';

/** One step of a compiled pattern. `split` tries its first way before its second. */
export type Step =
  | { readonly does: 'accept'; readonly accepts: (code: number) => boolean }
  | { readonly does: 'edge'; readonly edge: 'start' | 'end' }
  | { readonly does: 'split'; first: number; second: number }
  | { readonly does: 'jump'; to: number }
  | { readonly does: 'open' | 'close' }
  | { readonly does: 'match' };

const maxSteps = 3000;

/** Turns a pattern into steps. Only the first group is captured: no caller uses another one. */
export function compile(pattern: Pattern): readonly Step[] {
  const steps: Step[] = [];
  emit(pattern, steps);
  steps.push({ does: 'match' });
  return steps;
}

function emit(pattern: Pattern, steps: Step[]): void {
  if (steps.length > maxSteps) throw new PatternError('a pattern with too many repetitions');
  switch (pattern.kind) {
    case 'empty':
      return;
    case 'character':
      steps.push({ does: 'accept', accepts: pattern.accepts });
      return;
    case 'edge':
      steps.push({ does: 'edge', edge: pattern.edge });
      return;
    case 'sequence':
      for (const part of pattern.parts) emit(part, steps);
      return;
    case 'choice':
      emitChoice(pattern.parts, steps);
      return;
    case 'group':
      if (pattern.index === 1) steps.push({ does: 'open' });
      emit(pattern.inner, steps);
      if (pattern.index === 1) steps.push({ does: 'close' });
      return;
    case 'repeat':
      emitRepeat(pattern, steps);
      return;
  }
}

function emitChoice(parts: readonly Pattern[], steps: Step[]): void {
  const exits: { to: number }[] = [];
  parts.forEach((part, index) => {
    if (index === parts.length - 1) return emit(part, steps);
    const split = { does: 'split' as const, first: steps.length + 1, second: 0 };
    steps.push(split);
    emit(part, steps);
    const exit = { does: 'jump' as const, to: 0 };
    exits.push(exit);
    steps.push(exit);
    split.second = steps.length;
  });
  for (const exit of exits) exit.to = steps.length;
}

function emitRepeat({ inner, least, most }: Extract<Pattern, { kind: 'repeat' }>, steps: Step[]): void {
  for (let times = 0; times < least; times += 1) {
    const before = steps.length;
    emit(inner, steps);
    // An empty repetition stays empty; expanding it would take forever when nested.
    if (steps.length === before) break;
  }
  if (most === Infinity) return emitLoop(inner, steps);
  const splits: { second: number }[] = [];
  for (let times = least; times < most; times += 1) {
    const split = { does: 'split' as const, first: steps.length + 1, second: 0 };
    splits.push(split);
    steps.push(split);
    emit(inner, steps);
  }
  for (const split of splits) split.second = steps.length;
}

function emitLoop(inner: Pattern, steps: Step[]): void {
  const start = steps.length;
  const split = { does: 'split' as const, first: start + 1, second: 0 };
  steps.push(split);
  emit(inner, steps);
  steps.push({ does: 'jump', to: start });
  split.second = steps.length;
}
