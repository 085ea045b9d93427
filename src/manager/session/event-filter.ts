import type { ManagerFilter } from '../../config/files/interfaces/manager-filter';
import { tryRegex } from '../../shared/regex/try-regex';

/** Whether an event passes: it matches an including filter, if there is one, and no excluding one. */
export function passes(filters: readonly ManagerFilter[], name: string, text: string): boolean {
  if (filters.length === 0) return true;
  const matched = filters.filter((filter) => matches(filter, name, text));
  if (matched.some(({ action }) => action === 'exclude')) return false;
  return matched.length > 0 || filters.every(({ action }) => action === 'exclude');
}

function matches({ event, header, method, text: wanted }: ManagerFilter, name: string, text: string): boolean {
  if (event !== '' && event.toLowerCase() !== name.toLowerCase()) return false;
  const compared = header === '' ? [text] : valuesOf(header, text);
  switch (method) {
    case 'none':
      return compared.length > 0;
    case 'exact':
      return compared.includes(wanted);
    case 'starts_with':
      return compared.some((value) => value.startsWith(wanted));
    case 'ends_with':
      return compared.some((value) => value.endsWith(wanted));
    case 'contains':
      return compared.some((value) => value.includes(wanted));
    case 'regex':
      return compared.some((value) => tryRegex(wanted)?.matches(value) === true);
  }
}

function valuesOf(header: string, text: string): string[] {
  const start = `${header.toLowerCase()}: `;
  return text
    .split('\r\n')
    .filter((line) => line.toLowerCase().startsWith(start))
    .map((line) => line.slice(start.length));
}
