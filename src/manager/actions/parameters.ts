import type { Message } from '../protocol/message';

export type ReadParameter<Value> = { readonly value: Value } | { readonly problem: string };

/** A header field that an action reads. */
export interface Parameter<Value> {
  readonly name: string;
  /** For the reference: `text`, `whole number`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly read: (message: Message) => ReadParameter<Value>;
}

export type ParameterSchema = Readonly<Record<string, Parameter<unknown>>>;
type ValueOf<Of> = Of extends Parameter<infer Value> ? Value : never;
export type Values<Schema extends ParameterSchema> = { readonly [Key in keyof Schema]: ValueOf<Schema[Key]> };

/** All values, or what is wrong with the first one that is. */
export function readParameters<Schema extends ParameterSchema>(
  schema: Schema,
  message: Message,
): ReadParameter<Values<Schema>> {
  const values: Record<string, unknown> = {};
  for (const [key, parameter] of Object.entries(schema)) {
    const read = parameter.read(message);
    if ('problem' in read) return read;
    values[key] = read.value;
  }
  return { value: values as Values<Schema> };
}

/** A text that must not be empty. */
export function needed(name: string, description: string): Parameter<string> {
  return {
    name,
    type: 'text',
    isRequired: true,
    description,
    read: (message) => {
      const value = message.get(name);
      return value === '' ? { problem: `${name} not specified` } : { value };
    },
  };
}

/** A text; empty when it is not given. */
export function optional(name: string, description: string): Parameter<string> {
  return {
    name,
    type: 'text',
    isRequired: false,
    description,
    read: (message) => ({ value: message.get(name) }),
  };
}

/** A header field that may be repeated. */
export function repeated(name: string, description: string): Parameter<readonly string[]> {
  return {
    name,
    type: 'text, repeatable',
    isRequired: false,
    description,
    read: (message) => ({ value: message.all(name) }),
  };
}

/** A whole number from 0; undefined when it is not given. */
export function whole(name: string, description: string): Parameter<number | undefined> {
  return {
    name,
    type: 'whole number',
    isRequired: false,
    description,
    read: (message) => {
      const given = message.get(name);
      if (given === '') return { value: undefined };
      if (/^\d{1,10}$/.test(given)) return { value: Number(given) };
      return { problem: `${name} must be a whole number, got '${given.slice(0, 80)}'` };
    },
  };
}

/**
 * A header field of other servers that this one has no use for. Only a value that asks for nothing is accepted: what a
 * client asks for is never passed over.
 */
export function unserved(name: string, reason: string, harmless: readonly string[] = []): Parameter<undefined> {
  return {
    name,
    type: 'not served',
    isRequired: false,
    description: `Not served: ${reason}.`,
    read: (message) => {
      const given = message.get(name).toLowerCase();
      if (given === '' || harmless.includes(given)) return { value: undefined };
      return { problem: `${name} is not served: ${reason}` };
    },
  };
}

const truths = ['yes', 'true', 'y', 't', '1', 'on'];
const falsehoods = ['no', 'false', 'n', 'f', '0', 'off'];

/** Yes or no; no when it is not given. */
export function flag(name: string, description: string): Parameter<boolean> {
  return {
    name,
    type: 'yes or no',
    isRequired: false,
    description,
    read: (message) => {
      const given = message.get(name).toLowerCase();
      if (truths.includes(given)) return { value: true };
      if (given === '' || falsehoods.includes(given)) return { value: false };
      return { problem: `${name} must be yes or no, got '${given.slice(0, 80)}'` };
    },
  };
}

/** One of several words, in any case. */
export function oneOf<const Word extends string>(
  name: string,
  description: string,
  words: readonly [Word, ...Word[]],
): Parameter<Word> {
  const [fallback] = words;
  return {
    name,
    type: words.join(', '),
    isRequired: false,
    description,
    read: (message) => {
      const given = message.get(name).toLowerCase();
      const value = given === '' ? fallback : words.find((word) => word.toLowerCase() === given);
      return value === undefined ? { problem: `${name} must be one of ${words.join(', ')}` } : { value };
    },
  };
}
