import { madeOnce } from '../shared/collections/made-once';
import { quoted } from '../shared/text/quoted';

/** A value that has been put into JSON already, because it is shown by more than one message. */
export class Written<Value> {
  /** Only for the compiler: distinguishes a written channel from a written bridge. */
  declare protected readonly value: Value;

  private constructor(readonly json: string) {}

  static of<Value>(value: Value): Written<Value> {
    return new Written<Value>(JSON.stringify(value));
  }

  /** The same with another text as a member that is neither the first one nor behind an object. */
  with(name: keyof Value & string, before: string, after: string): Written<Value> {
    // Inside of a string, quotation marks are escaped: it cannot look like a member.
    const start = `,"${name}":`;
    const at = this.json.indexOf(start + quoted(before)) + start.length;
    const end = at + quoted(before).length;
    // Joined, it is one piece of memory: many messages are put together from it.
    return new Written<Value>([this.json.slice(0, at), quoted(after), this.json.slice(end)].join(''));
  }
}

/** An object whose members may be written already. Optional ones may be there without a value. */
export type PartlyWritten<Value> = {
  readonly [Name in keyof Value]: Value[Name] | Written<Value[Name]> | Missing<Value, Name>;
};

type Missing<Value, Name extends keyof Value> = object extends Pick<Value, Name> ? undefined : never;

/** The members of an object in JSON, each with a comma in front. Those without a value are left out. */
export function writeMembers(members: object): string {
  const values = members as Readonly<Record<string, unknown>>;
  let text = '';
  for (const name in values) {
    const value = values[name];
    if (value === undefined) continue;
    text += startOf(name);
    text += write(value);
  }
  return text;
}

/** `,"name":` in one piece of memory. There are as many names as the models have. */
const startOf = madeOnce((name: string) => [',"', name, '":'].join(''));

function write(value: unknown): string {
  if (value instanceof Written) return value.json;
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}
