import { normalNetwork } from '../../shared/network/address-rules';

/** The one spelling that is kept and shown, or the piece of the text that does not fit. */
export type Reading = { readonly value: string } | { readonly refused: string };

/** What a field can hold. */
export interface FieldKind {
  /** Completes "give …". */
  readonly allowed: string;
  readonly read: (text: string) => Reading;
  /** A list may be given in pieces: its entries add up, where those of any other kind replace each other. */
  readonly isList?: boolean;
}

export const text: FieldKind = {
  allowed: 'a text without control characters',
  read: (given) => (hasControls(given) ? { refused: given } : { value: given }),
};

export const someText: FieldKind = {
  allowed: 'a text of at least one character, without control characters',
  read: (given) => (given === '' ? { refused: given } : text.read(given)),
};

function hasControls(given: string): boolean {
  return /\p{Control}/u.test(given);
}

const yes = ['yes', 'true', 'y', 't', '1', 'on'];
const no = ['no', 'false', 'n', 'f', '0', 'off'];

export const yesNo: FieldKind = {
  allowed: 'yes or no',
  read: (given) => {
    const word = given.toLowerCase();
    if (yes.includes(word)) return { value: 'yes' };
    return no.includes(word) ? { value: 'no' } : { refused: given };
  },
};

export function oneOf(...words: readonly string[]): FieldKind {
  return {
    allowed: words.join(', ').replace(/, ([^,]*)$/, ' or $1'),
    read: (given) => {
      const value = words.find((word) => word.toLowerCase() === given.toLowerCase());
      return value === undefined ? { refused: given } : { value };
    },
  };
}

/** Where Node's timers end, in milliseconds and in seconds. */
export const longestMilliseconds = 2_147_483_647;
export const longestSeconds = 2_147_483;

export function whole(from: number, to: number): FieldKind {
  return {
    allowed: `a whole number from ${from} to ${to}`,
    read: (given) => {
      const number = /^\d{1,15}$/.test(given) ? Number(given) : NaN;
      return number >= from && number <= to ? { value: String(number) } : { refused: given };
    },
  };
}

/** Blanks around an item and empty items do not count. */
export function listOf(item: FieldKind): FieldKind {
  return {
    allowed: `a comma-separated list, each entry ${item.allowed}`,
    isList: true,
    read: (given) => {
      const readings = itemsIn(given).map(item.read);
      const refused = readings.find((reading) => 'refused' in reading);
      return refused ?? { value: readings.flatMap((reading) => ('value' in reading ? [reading.value] : [])).join(',') };
    },
  };
}

/** A list that restricts: empty it would restrict nothing, which is better not done by accident. */
export function someOf(item: FieldKind): FieldKind {
  const list = listOf(item);
  return {
    ...list,
    allowed: `a comma-separated list of at least one entry, each ${item.allowed}`,
    read: (given) => (itemsIn(given).length === 0 ? { refused: given } : list.read(given)),
  };
}

/** The items of a list field. */
export function itemsIn(list: string): readonly string[] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** `!` in front turns permit into deny and back. */
export const network: FieldKind = {
  allowed: 'an address such as 192.168.1.7, 10.0.0.0/8 or fe80::/10',
  read: (given) => {
    const sign = given.startsWith('!') ? '!' : '';
    const found = normalNetwork(given.slice(sign.length));
    return found === undefined ? { refused: given } : { value: `${sign}${found}` };
  },
};

export const websocketAddress: FieldKind = {
  allowed: 'a websocket address such as ws://127.0.0.1:8181/events or wss://example.com/events',
  read: (given) => (/^wss?:\/\/[^/]/i.test(given) && URL.canParse(given) ? { value: given } : { refused: given }),
};

export const hostWithPort: FieldKind = {
  allowed: 'a host and a port such as proxy.example.com:3128, or nothing',
  read: (given) => (given === '' || isHostWithPort(given) ? { value: given } : { refused: given }),
};

function isHostWithPort(given: string): boolean {
  const port = Number(/^(?:[a-z\d.-]+|\[[\da-f:.]+\]):(\d{1,5})$/i.exec(given)?.[1] ?? '0');
  return port >= 1 && port <= 65_535;
}
