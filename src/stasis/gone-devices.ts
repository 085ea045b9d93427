/** Applications without a socket whose device subscriptions are remembered. */
const maxGone = 1000;

/** Device subscriptions outlive their application: an application that registers the name again has them again. */
export class GoneDevices {
  readonly #byName = new Map<string, readonly string[]>();

  /** Of the names that are not taken again the oldest is given up: clients may well make up a new name every time. */
  remember(name: string, devices: readonly string[]): void {
    if (devices.length === 0) return;
    this.#byName.set(name, devices);
    const [oldest] = this.#byName.keys();
    if (oldest !== undefined && this.#byName.size > maxGone) this.#byName.delete(oldest);
  }

  take(name: string): readonly string[] {
    const devices = this.#byName.get(name) ?? [];
    this.#byName.delete(name);
    return devices;
  }

  list(): readonly (readonly [name: string, devices: readonly string[]])[] {
    return [...this.#byName];
  }
}
