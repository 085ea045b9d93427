import { isDangerous } from '../../engine/dangerous-functions';

export interface Asker {
  readonly isFromOutside: boolean;
  /** Whether the configuration allows what reaches out of the telephone system. */
  readonly liveDangerously: boolean;
}

/** Not dangerous to the machine, but they tell what the database holds. */
const likeTheDatabase: ReadonlySet<string> = new Set(['DB_EXISTS', 'DB_KEYCOUNT']);

/**
 * Why a function may not be used; undefined when it may. The dialplan belongs to the operator and may use every
 * function; clients may use those that access the host only if the configuration allows it.
 */
export function refusal(functionName: string, { isFromOutside, liveDangerously }: Asker): string | undefined {
  if (!isFromOutside || liveDangerously || !isGuarded(functionName)) return undefined;
  return `${functionName} reaches out of the telephone system and needs live_dangerously=yes`;
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
