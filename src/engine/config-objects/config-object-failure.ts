import { closest } from '../../shared/text/closest';
import type { ObjectRef } from './config-object-ref';

/** What is wrong with one of the fields sent, or with the object they would make. */
export type FieldProblem =
  | { readonly kind: 'no-attribute'; readonly position: number }
  | { readonly kind: 'unknown-field'; readonly field: string; readonly known: readonly string[] }
  | { readonly kind: 'no-value'; readonly field: string; readonly allowed: string }
  | { readonly kind: 'not-text'; readonly field: string; readonly allowed: string }
  /** `given` is left out where it is a secret. */
  | { readonly kind: 'bad-value'; readonly field: string; readonly given?: string; readonly allowed: string }
  | { readonly kind: 'missing'; readonly field: string; readonly allowed: string }
  | { readonly kind: 'too-much'; readonly fields: number; readonly characters: number }
  | { readonly kind: 'bad-id'; readonly given: string; readonly allowed: string }
  /** By itself the value is in order; beside other fields or other objects it is not. */
  | { readonly kind: 'does-not-fit'; readonly field: string; readonly reason: string };

export type LookupFailure =
  | { readonly outcome: 'unknown-class'; readonly known: readonly string[] }
  | { readonly outcome: 'unknown-type'; readonly known: readonly string[] };
type UnknownId = { readonly outcome: 'unknown-id' };
type ReadOnly<Action extends string> = { readonly outcome: 'read-only'; readonly action: Action };
type Forbidden<Action extends string> = {
  readonly outcome: 'forbidden';
  readonly action: Action;
  readonly reason: string;
};

export type GetFailure = LookupFailure | UnknownId;
export type PutFailure =
  | LookupFailure
  | { readonly outcome: 'fields-required' }
  | {
      readonly outcome: 'invalid-fields';
      readonly action: 'create' | 'update';
      readonly problems: readonly FieldProblem[];
    }
  | ReadOnly<'create' | 'update'>
  | Forbidden<'create' | 'update'>;
export type DeleteFailure = LookupFailure | UnknownId | ReadOnly<'delete'> | Forbidden<'delete'>;
export type ConfigFailure = GetFailure | PutFailure | DeleteFailure;

/** Says why a configuration object could not be read, written or deleted. */
export function describeConfigFailure(ref: ObjectRef, failure: ConfigFailure): string {
  const [configClass, objectType, id] = [short(ref.configClass), short(ref.objectType), short(ref.id)];
  const object = `${objectType} '${id}'`;
  switch (failure.outcome) {
    case 'unknown-class':
      return `there is no configuration class '${configClass}'${instead(configClass, failure.known)}`;
    case 'unknown-type':
      return `the class ${configClass} has no object type '${objectType}'${instead(objectType, failure.known)}`;
    case 'unknown-id':
      return `there is no ${object} in the class ${configClass}`;
    case 'fields-required':
      return `${object} exists already: give the fields to change`;
    case 'invalid-fields':
      return `${object} was not ${failure.action}d: ${describeProblems(failure.problems)}`;
    case 'forbidden':
      return `${object} was not ${failure.action}d: ${failure.reason}`;
    case 'read-only':
      return failure.action === 'create'
        ? `${object} cannot be created: no store of the type ${objectType} can be written`
        : `${object} cannot be ${failure.action}d: its store is only read, as configuration files are`;
  }
}

const maxDescribed = 10;

function describeProblems(problems: readonly FieldProblem[]): string {
  const sentences = problems.slice(0, maxDescribed).map(describeFieldProblem);
  const others = problems.length - sentences.length;
  return [...sentences, ...(others === 0 ? [] : [`and ${others} more`])].join('; ');
}

export function describeFieldProblem(problem: FieldProblem): string {
  switch (problem.kind) {
    case 'no-attribute':
      return `entry ${problem.position} of the fields has no attribute: name the field to set`;
    case 'unknown-field':
      return `there is no field '${short(problem.field)}'${instead(problem.field, problem.known)}`;
    case 'no-value':
      return `field '${problem.field}' has no value: give ${problem.allowed}`;
    case 'not-text':
      return `the value of field '${problem.field}' is not a JSON string: give ${problem.allowed}, in quotes`;
    case 'bad-value':
      return `field '${problem.field}' cannot ${given(problem.given)}: give ${problem.allowed}`;
    case 'missing':
      return `field '${problem.field}' is required: give ${problem.allowed}`;
    case 'too-much':
      return `too many fields: give at most ${problem.fields}, with ${problem.characters} characters in all values`;
    case 'bad-id':
      return `the id cannot be '${short(problem.given)}': give ${problem.allowed}`;
    case 'does-not-fit':
      return `field '${problem.field}' does not fit: ${problem.reason}`;
  }
}

function given(text: string | undefined): string {
  if (text === undefined) return 'have this value';
  return text === '' ? 'be empty' : `be '${short(text)}'`;
}

function instead(word: string, known: readonly string[]): string {
  const near = closest(short(word), known);
  if (near !== undefined) return `: did you mean '${near}'?`;
  return known.length === 0 ? '' : `: known are ${known.join(', ')}`;
}

const longest = 80;

/** What a client sent comes back in messages and logs; it need not come back in full. */
function short(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 3)}...` : text;
}
