/** A message of a client: header fields in their order. Names are compared without regard to case. */
export class Message {
  constructor(readonly headers: readonly (readonly [name: string, value: string])[]) {}

  /** The first value of that name; empty when there is none. */
  get(name: string): string {
    const wanted = name.toLowerCase();
    return this.headers.find(([given]) => given.toLowerCase() === wanted)?.[1] ?? '';
  }

  has(name: string): boolean {
    const wanted = name.toLowerCase();
    return this.headers.some(([given]) => given.toLowerCase() === wanted);
  }

  /** All values of that name. */
  all(name: string): string[] {
    const wanted = name.toLowerCase();
    return this.headers.filter(([given]) => given.toLowerCase() === wanted).map(([, value]) => value);
  }

  get actionId(): string {
    return this.get('ActionID');
  }
}
