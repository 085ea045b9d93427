import { createHash } from 'node:crypto';
import type { FunctionTable, Scope } from '../expressions/functions';
import { splitArguments } from '../expressions/split-arguments';

/** Texts in other clothes. */
export const encodingFunctions: FunctionTable = {
  URIENCODE: { read: (argument) => uriEncoded(argument) },
  URIDECODE: { read: (argument) => uriDecoded(argument) },
  BASE64_ENCODE: { read: (argument) => Buffer.from(argument, 'utf8').toString('base64') },
  BASE64_DECODE: { read: (argument) => Buffer.from(argument, 'base64').toString('utf8') },
  MD5: { read: (argument) => createHash('md5').update(argument).digest('hex') },
  SHA1: { read: (argument) => createHash('sha1').update(argument).digest('hex') },
  JSON_DECODE: { read: jsonItem },
};

function uriEncoded(text: string): string {
  // Half a character cannot be encoded; it becomes the sign for what cannot be shown.
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

/** Byte by byte: invalid encodings stay unchanged. */
function uriDecoded(text: string): string {
  return text.replace(/(?:%[\da-fA-F]{2})+/g, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}

/** `var,item[,separator[,options]]`: items of items are joined by the separator; option `c` counts an array. */
function jsonItem(argument: string, scope: Scope): string | undefined {
  const [name = '', path = '', separator = '', options = ''] = splitArguments(argument);
  const text = scope.read(name.trim());
  if (text === undefined || path === '') return undefined;
  let value = parsed(text);
  for (const key of path.split(separator.charAt(0) || '.')) value = itemOf(value, key);
  if (Array.isArray(value) && options.includes('c')) return String(value.length);
  return asText(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function itemOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^\d{1,9}$/.test(key) ? (value[Number(key)] as unknown) : undefined;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

function asText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return String(value);
    case 'boolean':
      return value ? '1' : '0';
    default:
      return value === undefined || value === null ? '' : JSON.stringify(value);
  }
}
