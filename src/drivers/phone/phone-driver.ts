import { endsTransfer } from '../../engine/calls/transfer/transfer';
import type { PhoneStep } from '../../config/phones/phone-script';
import type { SimulatedPhoneConfig } from '../../config/phones/simulated-phone';
import type { DriverKit } from '../../engine/audio/legs/driver-kit';
import type { Channel } from '../../engine/calls/channel/channel';
import type { Party } from '../../engine/calls/channel/party';
import { parseParty } from '../../engine/calls/channel/party';
import type { IntakeRefusal } from '../../engine/calls/technology/call-intake';
import type { Technology, TechnologyReports } from '../../engine/calls/technology/technology';
import type { OutgoingRequest, OutgoingResult } from '../../engine/calls/technology/technology-channel';
import type { DeviceStateName } from '../../engine/device-state';
import { Phone } from './phone';
import { PhoneAudio } from './phone-audio';
import { PhoneCall } from './phone-call';
import { runScript } from './run-script';

export interface PhoneDriverDeps extends DriverKit {
  /** The phones of the files as they are now. */
  readonly configured: () => readonly SimulatedPhoneConfig[];
  /** The samples of a sound at the rate of phones; undefined when there is no such sound. */
  readonly loadSound: (name: string, language: string) => Promise<Int16Array | undefined>;
}

export interface PlacedCall {
  readonly extension: string;
  /** That of the phone when none is given. */
  readonly context?: string | undefined;
  /** `Name <number>`; that of the phone when none is given. */
  readonly callerId?: string | undefined;
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** What the phone does once the call is answered. */
  readonly script?: readonly PhoneStep[];
}

export type PlaceResult = { readonly outcome: 'placed'; readonly call: PhoneCall } | IntakeRefusal;

/** `Phone/<name>`: phones that exist only inside the server, and do what their scripts say. Their audio is real. */
export class PhoneDriver implements Technology {
  readonly name = 'Phone';
  readonly endpoints = {
    list: () => [...this.#phones.keys()].map((resource) => ({ resource, state: 'online' as const })),
    get: (resource: string) => (this.#phones.has(resource) ? { resource, state: 'online' as const } : undefined),
  };
  readonly messages = {
    send: async ({ to, from, body }: { readonly to: string; readonly from: string; readonly body: string }) => {
      const phone = this.#phones.get(to.slice(to.indexOf(':') + 1));
      if (phone === undefined) return { outcome: 'refused', reason: 'there is no such phone' } as const;
      phone.keep({ from, body });
      return { outcome: 'taken' } as const;
    },
  };
  readonly #phones = new Map<string, Phone>();
  #reports: TechnologyReports | undefined;

  constructor(private readonly deps: PhoneDriverDeps) {}

  start(reports: TechnologyReports): void {
    this.#reports = reports;
    this.reconfigure();
  }

  stop(): void {
    for (const phone of this.#phones.values()) for (const call of phone.calls) call.end();
    this.#phones.clear();
    this.#reports = undefined;
  }

  /** Takes over what the files say now. Phones that were added otherwise stay. */
  reconfigure(): void {
    for (const config of this.deps.configured()) this.add(config);
  }

  list(): readonly Phone[] {
    return [...this.#phones.values()];
  }

  find(name: string): Phone | undefined {
    return this.#phones.get(name);
  }

  /** Adds a phone; one of that name is replaced, and its calls go on. */
  add(config: SimulatedPhoneConfig): Phone {
    const phone = new Phone(config);
    for (const call of this.#phones.get(config.name)?.calls ?? []) phone.add(call);
    this.#phones.set(config.name, phone);
    this.#reports?.endpointChanged(config.name);
    return phone;
  }

  /** Its calls end. */
  remove(name: string): boolean {
    const phone = this.#phones.get(name);
    for (const call of phone?.calls ?? []) call.end();
    return this.#phones.delete(name);
  }

  deviceState(device: string): DeviceStateName | undefined {
    const [, name = ''] = /^Phone\/(.+)$/i.exec(device) ?? [];
    return this.#phones.get(name)?.deviceState;
  }

  /** The server calls a phone. It rings when the channel is dialled. */
  request({ resource, id, originator }: OutgoingRequest): OutgoingResult {
    const phone = this.#phones.get(resource);
    if (phone === undefined) return { outcome: 'refused', reason: `there is no phone '${resource}'` };
    const { channels, legs } = this.deps;
    const channelId = id ?? channels.nextId();
    if (channels.isTaken(channelId)) return { outcome: 'id-taken', id: channelId };
    const channel = channels.make({
      id: channelId,
      technology: this.name,
      endpoint: resource,
      state: 'Down',
      name: `${this.name}/${resource}-${channels.nextSuffix(this.name)}`,
      language: this.#languageOf(phone),
      place: { context: phone.config.context, extension: 's', priority: 1 },
      ...(originator !== undefined && { linkedId: originator.attributes.linkedId }),
      line: (own) => this.#call(phone, own, 'incoming'),
    });
    legs.ofChannel(channel);
    return { outcome: 'made', channel, others: [] };
  }

  /** A phone calls an extension. */
  place(phone: Phone, { extension, context, callerId, variables = {}, script = [] }: PlacedCall): PlaceResult {
    let call: PhoneCall | undefined;
    const taken = this.deps.intake.take({
      technology: this.name,
      endpoint: phone.name,
      extension,
      variables,
      context: context ?? phone.config.context,
      parties: { caller: partyOf(callerId ?? phone.config.callerId, phone.name) },
      attributes: { language: this.#languageOf(phone) },
      line: (channel) => (call = this.#call(phone, channel, 'outgoing')),
    });
    if (taken.outcome !== 'taken' || call === undefined)
      return taken.outcome === 'taken' ? { outcome: 'no-extension' } : taken;
    this.deps.legs.ofChannel(taken.channel);
    this.#onceUp(call, script);
    return { outcome: 'placed', call };
  }

  /** Lets a phone do something in a call, besides what its script is doing. */
  run(phone: Phone, call: PhoneCall, steps: readonly PhoneStep[]): Promise<void> {
    const language = this.#languageOf(phone);
    return runScript(call, steps, {
      clock: this.deps.clock,
      loadSound: (sound) => this.deps.loadSound(sound, language),
      onMissing: (sound) => this.deps.log.warn({ phone: phone.name, sound }, 'a simulated phone has no such sound'),
      transfer: (own, extension) => this.#transfer(phone, own, extension),
    });
  }

  #call(phone: Phone, channel: Channel, direction: 'incoming' | 'outgoing'): PhoneCall {
    const call = new PhoneCall(channel, {
      direction,
      audio: new PhoneAudio(this.deps.legs.nextId(channel.id), this.deps.outside),
      onDialled: (own) => void this.run(phone, own, phone.onCall),
      onChanged: () => this.#changed(phone),
    });
    phone.add(call);
    return call;
  }

  #onceUp(call: PhoneCall, script: readonly PhoneStep[]): void {
    const phone = this.#phones.get(call.channel.endpoint.resource ?? '');
    if (script.length === 0 || phone === undefined) return;
    const unwatch = call.onChange(() => {
      if (call.state !== 'up') return;
      unwatch();
      void this.run(phone, call, script);
    });
  }

  #transfer(phone: Phone, call: PhoneCall, extension: string): Promise<void> {
    return new Promise((resolve) => {
      this.deps.transfers.request({
        transferer: call.channel,
        destination: extension,
        handledBy: 'server',
        target: { context: phone.config.context, extension },
        referredBy: phone.name,
        replaces: undefined,
        report: (progress) => {
          if (endsTransfer(progress)) resolve();
        },
      });
    });
  }

  /** The device after the event that changed it. */
  #changed({ name }: Phone): void {
    queueMicrotask(() => this.#reports?.deviceChanged(`${this.name}/${name}`));
  }

  #languageOf({ config }: Phone): string {
    return config.language === '' ? this.deps.language : config.language;
  }
}

function partyOf(callerId: string, name: string): Party {
  return callerId === '' ? { name, number: '', presentation: 0 } : { ...parseParty(callerId), presentation: 0 };
}
