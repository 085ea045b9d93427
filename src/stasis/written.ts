/** A value that has been put into JSON already, because it is shown by more than one message. */
export class Written<Value> {
  /** Only for the compiler: a written channel is no written bridge. */
  declare protected readonly value: Value;

  private constructor(readonly json: string) {}

  static of<Value>(value: Value): Written<Value> {
    return new Written<Value>(JSON.stringify(value));
  }
}

/** An object whose members may be written already. */
export type PartlyWritten<Value> = { readonly [Name in keyof Value]: Value[Name] | Written<Value[Name]> };

/** The members of an object in JSON, each with a comma in front. Those without a value are left out. */
export function writeMembers(members: object): string {
  let text = '';
  for (const [name, value] of Object.entries(members) as [string, unknown][])
    if (value !== undefined) text += `,"${name}":${value instanceof Written ? value.json : JSON.stringify(value)}`;
  return text;
}
