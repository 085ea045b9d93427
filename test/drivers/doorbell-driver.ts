import type { Channel } from '../../src/engine/calls/channel/channel';
import { causes } from '../../src/engine/calls/channel/hangup-cause';
import type {
  TechnologyChannel,
  OutgoingRequest,
  OutgoingResult,
} from '../../src/engine/calls/technology/technology-channel';
import type { Technology, TechnologyReports } from '../../src/engine/calls/technology/technology';
import type { DriverKit } from '../../src/engine/audio/legs/driver-kit';

/** The hardware: a button and a loudspeaker at each door. */
export interface Doors {
  readonly names: readonly string[];
  /** Rings at a door; the result stops that. */
  readonly ring: (door: string, onOpened: () => void) => () => void;
  readonly show: (door: string, text: string) => void;
  /** Called whenever a button is pressed; the result ends that. */
  readonly onPressed: (listener: (door: string) => void) => () => void;
}

/** `Doorbell/<door>`: calls ring at the door until it is opened, and the button calls an extension. */
export class DoorbellDriver implements Technology {
  readonly name = 'Doorbell';
  readonly endpoints = {
    list: () => this.doors.names.map((resource) => ({ resource, state: 'online' as const })),
    get: (door: string) => this.endpoints.list().find(({ resource }) => resource === door),
  };
  #unsubscribe: () => void = () => undefined;

  constructor(
    private readonly kit: DriverKit,
    private readonly doors: Doors,
  ) {}

  start(_reports: TechnologyReports): void {
    this.#unsubscribe = this.doors.onPressed((door) => this.#pressed(door));
  }

  stop(): void {
    this.#unsubscribe();
  }

  /** An outgoing channel. Nothing rings yet: that begins when the channel is dialled. */
  request({ resource: door, id = this.kit.channels.nextId() }: OutgoingRequest): OutgoingResult {
    const { channels, language } = this.kit;
    if (this.endpoints.get(door) === undefined) return { outcome: 'refused', reason: `there is no door '${door}'` };
    if (channels.isTaken(id)) return { outcome: 'id-taken', id };
    const channel = channels.make({
      id,
      language,
      technology: this.name,
      endpoint: door,
      state: 'Down',
      name: `${this.name}/${door}-${channels.nextSuffix(this.name)}`,
      place: { context: 'default', extension: 's', priority: 1 },
      line: (own) => this.#line(own, door),
    });
    return { outcome: 'made', channel, others: [] };
  }

  /** An incoming call. */
  #pressed(door: string): void {
    const taken = this.kit.intake.take({
      technology: this.name,
      endpoint: door,
      context: 'doors',
      extension: door,
      parties: { caller: { name: `Door ${door}`, number: door, presentation: 0 } },
      variables: { DOOR: door },
      line: (channel) => this.#line(channel, door),
    });
    if (taken.outcome === 'no-extension') this.doors.show(door, 'not in service');
    if (taken.outcome === 'unavailable') this.doors.show(door, 'try again later');
  }

  #line(channel: Channel, door: string): TechnologyChannel {
    let stopRinging = (): void => undefined;
    return {
      dial: () => {
        stopRinging = this.doors.ring(door, () => channel.receive({ type: 'answer' }));
        // Reported after the call itself has been.
        queueMicrotask(() => channel.receive({ type: 'ringing' }));
        return { outcome: 'dialling' };
      },
      send: (signal) => {
        if (signal.type === 'answer') this.doors.show(door, 'please speak');
      },
      carries: (what) => what === 'answer',
      hangUp: ({ cause }) => {
        stopRinging();
        this.doors.show(door, cause === causes.busy ? 'busy' : 'goodbye');
        return undefined;
      },
    };
  }
}
