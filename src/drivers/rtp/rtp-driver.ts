import type { Channel } from '../../engine/calls/channel';
import type { Channels } from '../../engine/calls/channels';
import { audioForm, formatReader, wantedFormats } from '../../engine/calls/formats';
import { causes } from '../../engine/calls/hangup-cause';
import type { ChannelDriver, Line, LineRequest, LineResult } from '../../engine/calls/line';
import type { MediaLegs } from '../../engine/media/media-legs';
import type { OutsideLegs } from '../../engine/media/outside-legs';
import type { OutsideCommand } from '../../media/protocol';
import type { NetworkPlace } from '../../shared/network-place';
import type { RtpTarget } from './rtp-target';
import { parseRtpTarget } from './rtp-target';

export interface RtpDriverDeps {
  readonly channels: Channels;
  readonly legs: MediaLegs;
  readonly outside: OutsideLegs;
  /** Whether packets can carry audio of a format. */
  readonly canCarry: (format: string) => boolean;
  /** What the configuration says now. */
  readonly settings: () => Pick<OpenRtp, 'ports' | 'learnsSender'>;
  readonly language: string;
}

type OpenRtp = Extract<OutsideCommand, { readonly do: 'open-rtp' }>;

/**
 * Audio in packets to and from one place, without anybody to negotiate with:
 * `UnicastRTP/<host>:<port>[/<options>]`. Whoever is there counts as having answered.
 */
export class RtpDriver implements ChannelDriver {
  readonly technology = 'UnicastRTP';

  constructor(private readonly deps: RtpDriverDeps) {}

  async request(request: LineRequest): Promise<LineResult> {
    const { channels, outside } = this.deps;
    const { resource, id: wished } = request;
    const target = parseRtpTarget(resource);
    if (typeof target === 'string') return { outcome: 'malformed', reason: target };
    const format = target.format ?? unasked(wantedFormats(request, this.deps.canCarry));
    if (!this.deps.canCarry(format))
      return { outcome: 'refused', reason: `no packets can carry the format '${format}'` };
    const id = wished ?? channels.nextId();
    if (channels.isTaken(id) || outside.has(id)) return { outcome: 'id-taken', id };
    const command = this.#command(id, target, format);
    const opened = await outside.open(command);
    if (opened.outcome === 'failed') return { outcome: 'refused', reason: opened.reason };
    if (channels.isTaken(id)) {
      outside.abandon(id);
      return { outcome: 'id-taken', id };
    }
    return this.#made(target, command, opened.local);
  }

  #command(leg: string, { remote }: RtpTarget, format: string): OpenRtp {
    return { do: 'open-rtp', leg, form: audioForm(format), remote, ...this.deps.settings() };
  }

  #made({ address, showsStatistics }: RtpTarget, command: OpenRtp, { host, port }: NetworkPlace): LineResult {
    const { channels, legs, outside, language } = this.deps;
    // The far end knows this port, so it has to be the same if the leg is ever opened anew.
    const again: OpenRtp = { ...command, ports: { first: port, last: port } };
    const channel = channels.make({
      id: command.leg,
      name: `${this.technology}/${address}-${channels.nextSuffix(this.technology)}`,
      technology: this.technology,
      state: 'Down',
      place: { context: 'default', extension: 's', priority: 1 },
      language,
      line: (own) => ({
        ...this.#line(own, again),
        ...(showsStatistics && { rtpStatistics: () => outside.rtpStatistics(own.id) }),
      }),
    });
    channel.onGone(
      outside.listen(channel.id, {
        onDigit: (digit, milliseconds) => channel.receive({ type: 'digit', digit, milliseconds }),
        onEnded: () => channel.farEndHungUp(causes.failure),
      }),
    );
    legs.ofChannel(channel);
    const variables = { UNICASTRTP_LOCAL_ADDRESS: host, UNICASTRTP_LOCAL_PORT: String(port) };
    return { outcome: 'made', channel, others: [], variables };
  }

  #line(channel: Channel, command: OpenRtp): Line {
    const { format, rate } = command.form;
    return {
      dial: () => {
        // Reported as being called before as having answered.
        queueMicrotask(() => channel.receive({ type: 'answer' }));
        return { outcome: 'dialling' };
      },
      send: (signal) => {
        if (signal.type === 'digit') this.deps.outside.sendDigit(channel.id, signal.digit, signal.milliseconds);
      },
      carries: (what) => what === 'digit',
      hangUp: () => undefined,
      read: formatReader(format),
      carriesRtp: true,
      audio: { kind: 'outside', format, rate, reopen: () => command },
    };
  }
}

/** Signed linear of the telephone's rate has no number of its own among packets: µ-law takes its place. */
function unasked([first = 'ulaw']: readonly string[]): string {
  return first === 'slin' ? 'ulaw' : first;
}
