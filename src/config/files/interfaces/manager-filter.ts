import { Regex } from '../../../shared/regex/regex';
import { longestPattern, PatternError } from '../../../shared/regex/pattern';
import type { Parsed, Parser } from '../../reader/option-parsers';

/** Which events of a reader pass: those that match an including filter, if there is one, and no excluding one. */
export interface ManagerFilter {
  readonly action: 'include' | 'exclude';
  /** The event it is about; any when it is empty. */
  readonly event: string;
  /** The header whose value is compared; the whole event when it is empty. */
  readonly header: string;
  readonly method: FilterMethod;
  readonly text: string;
}

export type FilterMethod = 'exact' | 'starts_with' | 'ends_with' | 'contains' | 'regex' | 'none';

const methods: readonly FilterMethod[] = ['exact', 'starts_with', 'ends_with', 'contains', 'regex', 'none'];

/** `eventfilter = [!]expression`, matched with the whole event. */
export const legacyFilter: Parser<ManagerFilter> = {
  wanted: 'a regular expression, with ! in front to exclude what it matches',
  parse: (given) => {
    const isExcluding = given.startsWith('!');
    const text = isExcluding ? given.slice(1) : given;
    if (text === '' || expressionProblem(text) !== undefined) return { refused: given };
    return { value: { action: isExcluding ? 'exclude' : 'include', event: '', header: '', method: 'regex', text } };
  },
};

/** `eventfilter(action(include),name(Newchannel),header(Channel),method(starts_with))`, and what stands behind `=`. */
export function readFilter(criteria: string, text: string): Parsed<ManagerFilter> | { readonly problem: string } {
  const read = new Map<string, string>();
  for (const written of criteria.split(/,(?![^(]*\))/).map((part) => part.trim())) {
    const [, name = '', value = ''] = /^(\w+)\(([^()]*)\)$/.exec(written) ?? [];
    if (!['action', 'name', 'header', 'method'].includes(name))
      return { problem: `'${written}' is not one of action(), name(), header(), method()` };
    read.set(name, value.trim());
  }
  const action = read.get('action') ?? 'include';
  if (action !== 'include' && action !== 'exclude') return { problem: `action cannot be '${action}'` };
  const fallback = text === '' ? 'none' : 'contains';
  const method = methods.find((known) => known === (read.get('method') ?? fallback));
  if (method === undefined) return { problem: `method cannot be '${read.get('method')}'` };
  const [event, header] = [read.get('name') ?? '', read.get('header') ?? ''];
  if (method === 'none' && event === '' && header === '')
    return { problem: 'a filter with method(none) needs name() or header()' };
  if (method !== 'none' && text === '') return { problem: `method(${method}) needs a text behind =` };
  if (method === 'regex') {
    const problem = expressionProblem(text);
    if (problem !== undefined) return { problem };
  }
  return { value: { action, event, header, method, text } };
}

/** Why an expression cannot be used; undefined when it can. */
function expressionProblem(text: string): string | undefined {
  if (text.length > longestPattern) return `the expression has more than ${longestPattern} characters`;
  try {
    return void new Regex(text);
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}
