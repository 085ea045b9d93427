import type { Exchange } from '../compare/exchange';
import type { KnownDifference } from '../explain/known-difference';
import { textsIn } from '../compare/objects';
import type { Json } from '../recording/trace';
import { isObject, textOf } from '../recording/trace';
import { declaredParameters, isMisfit } from './declared-parameters';
import { inStatus, isSuccess } from './status';

/** Parameters: what they may hold, what happens when they are missing, where they may stand. */
export const knownInParameters: readonly KnownDifference[] = [
  {
    name: 'a bad value of a declared parameter is refused',
    why: { row: 7 },
    seenIn: [
      '0101',
      '0105',
      '0205',
      '0304',
      '0310',
      '0406',
      '0411',
      '0416',
      '0503',
      '0607',
      '0702',
      '0715',
      '0809',
      '0901',
      '0904',
      '2001',
    ],
    explains: inStatus(({ exchange, here, failure }) => {
      if (here !== 400 || failure?.parameter === undefined) return false;
      const declared = declaredParameters(exchange)?.get(failure.parameter);
      const value = exchange.parameters.get(failure.parameter);
      return declared !== undefined && value !== undefined && isMisfit(declared, value);
    }),
  },
  {
    name: 'a missing required parameter is refused',
    why: { row: 8 },
    seenIn: ['0404', '0503', '0509', '0604', '0607', '0903', '2001'],
    explains: inStatus(({ exchange, here, failure }) => {
      if (here !== 400 || failure?.parameter === undefined) return false;
      const isRequired = declaredParameters(exchange)?.get(failure.parameter)?.isRequired ?? false;
      return isRequired && isAbsent(exchange.parameters.get(failure.parameter));
    }),
  },
  {
    name: 'declared defaults are applied',
    why: { row: 11 },
    seenIn: ['0412'],
    explains: inStatus(({ exchange, there, here, message }) => {
      const declared = [...(declaredParameters(exchange) ?? [])];
      const isDefaulted = declared.some(
        ([name, { schema }]) =>
          'default' in schema && isAbsent(exchange.parameters.get(name)) && message.toLowerCase().includes(name),
      );
      return there === 400 && isSuccess(here) && isDefaulted;
    }),
  },
  {
    name: 'values of variables may be of any type',
    why: { row: 1 },
    seenIn: ['0310', '0404', '0414', '0702', '0710', '0715', '0903'],
    explains: inStatus(({ exchange, there, here }) => {
      const variables = exchange.parameters.get('variables');
      if (there !== 400 || here === 400 || !isObject(variables)) return false;
      return Object.values(variables).some((value) => !isPlainVariable(value));
    }),
  },
  {
    name: 'a parameter may be repeated',
    why: { row: 17 },
    seenIn: ['0101', '0414', '0502'],
    hasConsequences: true,
    explains: (difference, transcript) => {
      const exchange = difference.kind === 'body' ? transcript.exchangeOf(difference) : undefined;
      return exchange !== undefined && isRepeated(exchange);
    },
  },
  {
    name: 'an empty list counts as not given',
    why: 'an empty list counts as not given',
    seenIn: ['0101', '0904'],
    explains: (difference, transcript) => {
      const exchange = transcript.exchangeOf(difference);
      if (exchange === undefined || !isSuccess(exchange.answer.status)) return false;
      return [...(declaredParameters(exchange) ?? [])].some(
        ([name, { schema, isRequired }]) =>
          schema['type'] === 'array' && !isRequired && exchange.parameters.get(name) === '',
      );
    },
  },
  {
    name: 'a call goes to an application or into the dialplan',
    why: { row: 9 },
    seenIn: ['0304'],
    explains: inStatus(({ exchange: { segments, parameters }, here }) => {
      const isPlace = ['context', 'extension', 'priority', 'label'].some((name) => parameters.has(name));
      return here === 400 && segments[0] === 'channels' && parameters.has('app') && isPlace;
    }),
  },
  {
    name: 'a number or a boolean given for a text is taken as its text',
    why: 'a number or a boolean given for a text is taken as its text',
    seenIn: ['0204'],
    explains: (difference, transcript) => {
      const exchange = transcript.exchangeOf(difference);
      if (exchange === undefined || difference.kind !== 'body' || difference.path !== 'value') return false;
      const setter = transcript
        .before(exchange)
        .filter(({ method, parameters }) => method === 'POST' && isSameVariable(parameters, exchange.parameters))
        .at(-1);
      const value = setter?.parameters.get('value');
      return value !== undefined && typeof value !== 'string' && textOf(value) === difference.got;
    },
  },
  {
    name: 'a number written as a text is that number',
    why: 'a number written as a text is that number, wherever it stands',
    seenIn: ['2001'],
    explains: (difference, transcript) => {
      const isNumberText = ({ segments, parameters }: Exchange): boolean =>
        segments[0] === 'mailboxes' && [...parameters.values()].some((value) => /^\d+$/.test(textOf(value)));
      const exchange = transcript.exchangeOf(difference);
      const told = isObject(difference.event?.['device_state']) ? difference.event['device_state']['name'] : undefined;
      const mailbox = exchange?.segments[0] === 'mailboxes' ? exchange.segments[1] : textOf(told).replace(/^MWI:/, '');
      const setters = transcript.exchanges.filter(
        ({ method, segments, headers }) =>
          method === 'PUT' && segments[1] === mailbox && JSON.stringify(headers).toLowerCase().includes('json'),
      );
      if (difference.kind !== 'body' && difference.kind !== 'missing event') return false;
      return setters.some(isNumberText) && (exchange !== undefined || textOf(told).startsWith('MWI:'));
    },
  },
];

function isAbsent(value: Json | undefined): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.every((one) => one === ''));
}

/** What the reference takes: a text, or a text with a flag. */
function isPlainVariable(value: Json): boolean {
  if (typeof value === 'string') return true;
  if (!isObject(value) || typeof value['value'] !== 'string') return false;
  return value['report_events'] === undefined || typeof value['report_events'] === 'boolean';
}

function isRepeated({ target }: Exchange): boolean {
  const names = [...new URL(target, 'http://x').searchParams.keys()];
  return new Set(names).size < names.length;
}

function isSameVariable(one: ReadonlyMap<string, Json>, other: ReadonlyMap<string, Json>): boolean {
  const [name] = textsIn(one.get('variable'));
  return name !== undefined && name === other.get('variable');
}
