import type { ChannelId } from '../../shared/ids';
import type { Channels } from '../../engine/calls/channel/channels';
import { audioForm, isKnownFormat, wantedFormats } from '../../engine/calls/channel/formats';
import type { OutgoingRequest, OutgoingResult } from '../../engine/calls/technology/technology-channel';
import type { Technology } from '../../engine/calls/technology/technology';
import type { MediaLegs } from '../../engine/audio/legs/media-legs';
import { optimalFrameSize } from './frame-size';
import type { WebsocketCallDeps, WebsocketCallPlan } from './websocket-call';
import { WebsocketCall } from './websocket-call';
import type { ControlFormat, WebsocketTarget } from './websocket-target';
import { parseWebsocketTarget } from './websocket-target';

export interface WebsocketDriverDeps extends WebsocketCallDeps {
  readonly channels: Channels;
  readonly legs: MediaLegs;
  /** Whether there is a configured websocket client with this id. */
  readonly isClient: (id: string) => boolean;
  /** Whether there is a codec for a format. */
  readonly canCarry: (format: string) => boolean;
  /** Where a call does not say it. */
  readonly control: ControlFormat;
  readonly language: string;
  /** Unguessable ids: knowing one permits being the far end of its channel. */
  readonly nextConnectionId: () => string;
}

/**
 * Audio in the messages of a websocket, which the far end opens (`WebSocket/INCOMING[/<options>]`) or we do
 * (`WebSocket/<client>[/<options>]`). Texts on it tell about the audio and ask for things.
 */
export class WebsocketDriver implements Technology {
  readonly name = 'WebSocket';

  constructor(private readonly deps: WebsocketDriverDeps) {}

  request(request: OutgoingRequest): OutgoingResult {
    const { channels, canCarry } = this.deps;
    const { resource, id: requestedId } = request;
    const target = parseWebsocketTarget(resource);
    if (typeof target === 'string') return { outcome: 'malformed', reason: target };
    const { connection, isIncoming } = target;
    const { missingModule } = this.deps.awaited;
    if (isIncoming && missingModule !== undefined)
      return {
        outcome: 'refused',
        reason: `the module ${missingModule} is not loaded`,
      };
    if (!isIncoming && !this.deps.isClient(connection))
      return { outcome: 'refused', reason: `there is no websocket client '${connection}'` };
    const [first = 'slin'] = wantedFormats(request, canCarry);
    const format = target.format ?? first;
    if (!canCarry(format)) return { outcome: 'refused', reason: uncarried(format) };
    const id = requestedId ?? channels.nextId();
    if (channels.isTaken(id)) return { outcome: 'id-taken', id };
    return this.#made(id, this.#plan(id, target, format));
  }

  #plan(id: string, target: WebsocketTarget, format: string): WebsocketCallPlan {
    const frameSize = optimalFrameSize(format);
    return {
      target,
      frameSize,
      leg: this.deps.legs.nextId(id),
      connectionId: target.isIncoming ? this.deps.nextConnectionId() : target.connection,
      form: audioForm(format),
      isPassedThrough: target.isPassedThrough || frameSize === 0,
      control: this.#control(target),
    };
  }

  #control({ control }: WebsocketTarget): ControlFormat {
    if (control === undefined) return this.deps.control;
    if (control === 'json' || control === 'plain-text') return control;
    this.deps.log.warn({ control }, 'a media websocket has no such control format, so it gets plain-text');
    return 'plain-text';
  }

  #made(id: ChannelId, plan: WebsocketCallPlan): OutgoingResult {
    const { channels, legs, language } = this.deps;
    const channel = channels.make({
      id,
      name: `${this.name}/${plan.target.connection}/${channels.nextSuffix(this.name)}`,
      technology: this.name,
      state: 'Down',
      place: { context: 'default', extension: 's', priority: 1 },
      language,
      line: (own) => new WebsocketCall(own, plan, this.deps),
    });
    legs.ofChannel(channel);
    const variables = {
      MEDIA_WEBSOCKET_CONNECTION_ID: plan.connectionId,
      MEDIA_WEBSOCKET_OPTIMAL_FRAME_SIZE: String(plan.frameSize),
    };
    return { outcome: 'made', channel, others: [], variables };
  }
}

function uncarried(format: string): string {
  return isKnownFormat(format) ? `there is no codec for the format '${format}'` : `there is no format '${format}'`;
}
