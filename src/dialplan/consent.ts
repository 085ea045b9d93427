import { isDangerous } from '../engine/dangerous-functions';

export interface Asker {
  readonly isFromOutside: boolean;
  /** Whether the configuration allows what reaches out of the telephone system. */
  readonly liveDangerously: boolean;
}

export interface Use {
  readonly functionName: string;
  readonly isWrite: boolean;
}

/** They run programs and open files: not even the dialplan may do that unless the configuration says so. */
const neverUnasked: ReadonlySet<string> = new Set(['CURL', 'FILE', 'FILE_COUNT_LINE', 'FILE_FORMAT', 'SHELL', 'STAT']);
const likeTheDatabase: ReadonlySet<string> = new Set(['DB_EXISTS', 'DB_KEYCOUNT']);

/** Why a function may not be used; undefined when it may. */
export function refusal({ functionName, isWrite }: Use, asker: Asker): string | undefined {
  if (asker.liveDangerously) return undefined;
  const changesProcess = functionName === 'ENV' && isWrite;
  if (neverUnasked.has(functionName) || changesProcess || (asker.isFromOutside && isGuarded(functionName))) {
    return `${functionName} reaches out of the telephone system and needs live_dangerously=yes`;
  }
  return undefined;
}

/** Whether a function with such arguments could be made to evaluate a guarded one. */
export function mentionsGuarded(text: string): boolean {
  return text
    .split('(')
    .slice(0, -1)
    .some((before) => isGuarded(lastWord(before)));
}

function lastWord(text: string): string {
  const end = text.trimEnd().length;
  let from = end;
  while (from > 0 && /\w/.test(text.charAt(from - 1))) from -= 1;
  return text.slice(from, end);
}

function isGuarded(functionName: string): boolean {
  return isDangerous(functionName) || likeTheDatabase.has(functionName);
}
