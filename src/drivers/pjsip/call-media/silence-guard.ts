import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { Channel } from '../../../engine/calls/channel/channel';
import { isLoopback } from '../../../shared/network/address-rules';
import type { Clock } from '../../../shared/time/clock';
import type { Logger } from '../../../shared/logger';
import type { CallMedia } from './call-media';

/** Requested channel not available: what a call ends with whose far end is not heard any more. */
const unheard = 44;

/** Says so, and why that may be, when nothing is heard from the far end, and ends the call after the configured time. */
export class SilenceGuard {
  #cancel: (() => void) | undefined;
  #hasWarned = false;

  constructor(
    private readonly channel: Channel,
    private readonly media: CallMedia,
    private readonly deps: { readonly endpoint: EndpointConfig; readonly clock: Clock; readonly log: Logger },
  ) {}

  /** No packet came for this many milliseconds. */
  noticed(milliseconds: number): void {
    this.#warn(milliseconds);
    const { endpoint, clock } = this.deps;
    const isHeld = this.media.agreed?.isHeld === true;
    const limit = isHeld ? endpoint.rtpTimeoutOnHold : endpoint.rtpTimeout;
    if (limit === 0) return;
    this.stop();
    this.#cancel = clock.after(Math.max(0, limit - milliseconds), () => {
      this.deps.log.warn({ channel: this.channel.id, milliseconds: limit }, 'call ended: nothing heard for too long');
      this.channel.farEndHungUp({ cause: unheard });
    });
  }

  /** Idempotent. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** Once for a call: far ends that are silent now and then are not worth more. */
  #warn(milliseconds: number): void {
    const { remote, local } = this.media;
    if (this.#hasWarned || remote === undefined || this.media.agreed?.isHeld === true) return;
    this.#hasWarned = true;
    const { endpoint, log } = this.deps;
    const reason = likelyReason(remote.host, endpoint);
    const places = { expectedAt: `${local.host}:${local.port}`, sendingTo: `${remote.host}:${remote.port}` };
    const about = { channel: this.channel.id, endpoint: endpoint.id, milliseconds, ...places, reason };
    log.warn(about, 'no audio from the far end of a call');
  }
}

function likelyReason(host: string, { symmetricRtp }: EndpointConfig): string {
  if (isPrivate(host) && !symmetricRtp)
    return 'the far end gave a private address; behind a router it needs rtp_symmetric = yes';
  if (isLoopback(host)) return 'the far end gave an address of this machine';
  return 'packets do not arrive: see external_media_address, the port range of rtp.conf, and firewalls on the way';
}

function isPrivate(host: string): boolean {
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd])/i.test(host);
}
