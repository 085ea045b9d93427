import type { Party } from './party';
import { looksLike, unknownParty } from './party';
import type { Redirecting } from './redirecting';
import { notRedirected } from './redirecting';

/** Who is at the ends of a call, as a technology knows it when the channel is made. */
export interface PartiesInit {
  readonly caller?: Party | undefined;
  readonly connected?: Party | undefined;
  readonly redirecting?: Redirecting | undefined;
  /** The number that was dialled, where it is not the extension. */
  readonly dialledNumber?: string | undefined;
}

type Change = 'caller' | 'connected';

export interface PartiesObserver {
  /** Something of it is shown differently from now on. */
  readonly changed: () => void;
  readonly partyChanged: (change: Change) => void;
}

/** Who is at both ends of a channel, and who sent the call there. */
export class ChannelParties {
  #caller: Party;
  #connected: Party;
  #redirecting: Redirecting;
  #dialledNumber: string | undefined;

  constructor(
    init: PartiesInit,
    private readonly observer: PartiesObserver,
  ) {
    this.#caller = init.caller ?? unknownParty;
    this.#connected = init.connected ?? unknownParty;
    this.#redirecting = init.redirecting ?? notRedirected;
    this.#dialledNumber = init.dialledNumber;
  }

  get caller(): Party {
    return this.#caller;
  }

  get connected(): Party {
    return this.#connected;
  }

  get redirecting(): Redirecting {
    return this.#redirecting;
  }

  /** The number that the call was redirected from, if it was. */
  get redirectedFrom(): string | undefined {
    return this.#redirecting.parties.from.number || undefined;
  }

  get dialledNumber(): string | undefined {
    return this.#dialledNumber;
  }

  setCaller(party: Partial<Party>): void {
    this.identify({ caller: changed(this.#caller, party) });
  }

  setConnected(party: Partial<Party>): void {
    this.identify({ connected: changed(this.#connected, party) });
  }

  /**
   * Changes who is at both ends at once, and reports it afterwards: each report shows both. `between` is for what has
   * to be reported before.
   */
  identify(parties: { readonly caller?: Party; readonly connected?: Party }, between?: () => void): void {
    const before = { caller: this.#caller, connected: this.#connected };
    this.#caller = parties.caller ?? before.caller;
    this.#connected = parties.connected ?? before.connected;
    this.observer.changed();
    between?.();
    if (!looksLike(before.caller, this.#caller)) this.observer.partyChanged('caller');
    if (!looksLike(before.connected, this.#connected)) this.observer.partyChanged('connected');
  }

  setRedirecting(redirecting: Redirecting): void {
    this.#redirecting = redirecting;
    this.observer.changed();
  }

  setRedirectedFrom(number: string | undefined): void {
    const { parties } = this.#redirecting;
    const from = { ...parties.from, number: number ?? '' };
    this.setRedirecting({ ...this.#redirecting, parties: { ...parties, from } });
  }
}

function changed(before: Party, { name, number, presentation }: Partial<Party>): Party {
  return {
    name: name ?? before.name,
    number: number ?? before.number,
    presentation: presentation ?? before.presentation,
  };
}
