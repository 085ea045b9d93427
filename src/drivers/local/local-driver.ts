import type { ChannelId } from '../../shared/ids';
import { channelId } from '../../shared/ids';
import type { Channel } from '../../engine/calls/channel/channel';
import type { Channels } from '../../engine/calls/channel/channels';
import type { Calls } from '../../engine/calls/dialing/calls';
import type { DialplanPort } from '../../engine/calls/channel/dialplan-port';
import type { OutgoingRequest, OutgoingResult } from '../../engine/calls/technology/technology-channel';
import type { Technology } from '../../engine/calls/technology/technology';
import type { EngineEventHub } from '../../engine/engine-event';
import type { DeviceStateName } from '../../engine/device-state';
import { audioForm, sampleRate } from '../../engine/calls/channel/formats';
import type { AudioForm } from '../../media/protocol';
import { LocalDevices } from './local-devices';
import type { PairOwner } from './local-pair';
import { LocalPair } from './local-pair';
import type { DialplanPlace } from '../../engine/calls/channel/dialplan-place';
import type { LocalTarget } from './local-target';
import { parseTarget } from './local-target';

export interface LocalDriverDeps {
  readonly channels: Channels;
  readonly calls: Pick<Calls, 'run'>;
  readonly dialplan: DialplanPort;
  readonly events: EngineEventHub;
  readonly now: () => number;
  readonly language: string;
  /** Whether there is a codec for a format. */
  readonly canCarry: (format: string) => boolean;
}

/**
 * Calls into our own dialplan: `Local/<extension>@<context>[/<options>]`. Two channels, back to back: what one end is
 * told, the other hears. The second one runs the dialplan once the first one is called out on.
 */
export class LocalDriver implements Technology {
  readonly name = 'Local';
  readonly makesPairs = true;
  readonly #devices: LocalDevices;
  readonly #owner: PairOwner;

  constructor(private readonly deps: LocalDriverDeps) {
    const { calls, dialplan } = deps;
    this.#devices = new LocalDevices(deps);
    this.#owner = {
      devices: this.#devices,
      canReach: ({ isLink, target }) => isLink || dialplan.hasExtension(target.context, target.extension),
      runFar: ({ far, facts: { isLink, target } }) => {
        if (!isLink) void calls.run(far, (channel) => dialplan.run(channel, placeOf(target)));
      },
      onDialled: (pair) => {
        pair.far.setAttributes({ accountCode: pair.facts.accountCode });
        this.#reportLink(pair);
      },
    };
  }

  deviceState(device: string): DeviceStateName | undefined {
    return this.#devices.stateOf(device);
  }

  request(request: OutgoingRequest): OutgoingResult {
    const { resource, id, otherId, originator } = request;
    const target = parseTarget(resource);
    if (typeof target === 'string') return { outcome: 'malformed', reason: target };
    const { channels, canCarry } = this.deps;
    const formats = request.formats.filter(canCarry);
    if (formats.length < Math.min(1, request.formats.length))
      return { outcome: 'refused', reason: `there is no codec for ${request.formats.join(', ')}` };
    const ids = {
      near: id ?? channels.nextId(),
      far: otherId ?? (id === undefined ? channels.nextId() : channelId(`${id};2`)),
    };
    const taken = [ids.near, ids.far].find((candidate) => channels.isTaken(candidate));
    if (taken !== undefined || ids.near === ids.far) return { outcome: 'id-taken', id: taken ?? ids.near };
    const { format, rate } = formOf(formats, request.formatsLike);
    const { near, far } = ids;
    const pair = this.#makePair(target, { near, far, format, rate, originator, isLink: request.isLink ?? false });
    return { outcome: 'made', channel: pair.near, others: [pair.far] };
  }

  #makePair(target: LocalTarget, wanted: PairRequest): LocalPair {
    const { channels, language } = this.deps;
    const name = `Local/${target.extension}@${target.context}-${channels.nextSuffix(this.name)}`;
    const { originator, isLink } = wanted;
    const linkedId = originator?.attributes.linkedId ?? wanted.near;
    const accountCode = originator?.attributes.accountCode ?? '';
    const place = placeOf(target);
    const facts = { target, format: wanted.format, rate: wanted.rate, accountCode, isLink };
    return new LocalPair(facts, this.#owner, (end, line) =>
      channels.make({
        technology: this.name,
        place,
        language,
        linkedId,
        id: wanted[end],
        name: `${name};${end === 'near' ? 1 : 2}`,
        state: end === 'near' ? 'Down' : 'Ring',
        line: () => line,
      }),
    );
  }

  #reportLink({ near, far, facts: { target } }: LocalPair): void {
    const { events, now } = this.deps;
    const { context, extension } = target;
    events.emit({
      type: 'local-channels-linked',
      at: now(),
      near: near.snapshot(),
      far: far.snapshot(),
      target: { context, extension },
    });
  }
}

function placeOf({ context, extension }: LocalTarget): DialplanPlace {
  return { context, extension, priority: 1 };
}

interface PairRequest extends AudioForm {
  readonly near: ChannelId;
  readonly far: ChannelId;
  readonly originator: Channel | undefined;
  readonly isLink: boolean;
}

/** Without a requested format, audio is wideband, which played sounds rarely exceed. */
const unasked: AudioForm = { format: 'slin192', rate: 16_000 };

/** The best of the formats, or what the other channel has. */
function formOf(formats: readonly string[], formatsLike: Channel | undefined): AudioForm {
  if (formats.length > 0) return audioForm(bestOf(formats));
  const { audio } = formatsLike?.line ?? {};
  return audio === undefined || !('format' in audio) ? unasked : { format: audio.format, rate: audio.rate };
}

/** The one with the highest rate: everything else can be made of it. */
function bestOf(formats: readonly string[]): string {
  return [...formats].sort((one, other) => sampleRate(other) - sampleRate(one))[0] ?? unasked.format;
}
