import type { RtcpRoute, RtpMedia, SenderRule } from '../../protocol-rtp';
import type { RtpSockets } from './rtp-sockets';
import type { Origin } from './sender-gate';
import { SenderGate } from './sender-gate';

/** Destinations of a leg's packets and reports, and the accepted sources. */
export class RtpRoute {
  readonly #sockets: RtpSockets;
  readonly #gate: SenderGate;
  #agreed: Origin | undefined;
  #rtcp: RtcpRoute;
  #rule: SenderRule;
  /** Destination of packets: the negotiated address, or the verified source. */
  #remote: Origin | undefined;
  #reports: Origin | undefined;

  /** Throws for a place that is not an address. */
  constructor(sockets: RtpSockets, { remote, rtcp, sender }: RtpMedia) {
    this.#sockets = sockets;
    this.#rtcp = rtcp;
    this.#rule = sender;
    this.#agreed = remote === undefined ? undefined : sockets.originOf(remote);
    this.#gate = new SenderGate(this.#agreed, sender);
    this.#turnTo(this.#agreed);
  }

  /** Throws for a place that is not an address, and leaves everything as it was. */
  configure({ remote, rtcp, sender }: RtpMedia): void {
    const agreed = remote === undefined ? undefined : this.#sockets.originOf(remote);
    if (rtcp.kind === 'place') this.#sockets.originOf(rtcp.place);
    const isOther = !isSame(agreed, this.#agreed);
    this.#agreed = agreed;
    this.#rtcp = rtcp;
    this.#rule = sender;
    this.#gate.expect(agreed, sender);
    // A verified source stays the destination, unless another address was negotiated.
    this.#turnTo(isOther || !sender.isFollowed ? agreed : this.#remote);
  }

  /** 20 ms have gone by. */
  tick(): void {
    this.#gate.tick();
  }

  /** Whether a packet from there counts. */
  admits(from: Origin): boolean {
    const isBelieved = this.#gate.admits(from);
    if (isBelieved && this.#rule.isFollowed && !isSame(from, this.#remote)) this.#turnTo(this.#gate.sender);
    return isBelieved || !this.#rule.isStrict;
  }

  /** Reports come from the address of the packets, whatever their port. */
  admitsReport(from: Origin): boolean {
    const expected = this.#gate.sender ?? this.#agreed;
    if (this.#rule.isStrict && expected !== undefined && from.address !== expected.address) return false;
    if (this.#rule.isFollowed && from.address === this.#remote?.address) this.#followReports(from);
    return true;
  }

  #followReports(from: Origin): void {
    if (this.#reports === undefined || this.#rtcp.kind === 'mux' || isSame(from, this.#reports)) return;
    this.#reports = { address: from.address, port: from.port };
  }

  sendAudio(bytes: Uint8Array): void {
    if (this.#remote !== undefined) this.#sockets.sendAudio(bytes, this.#remote);
  }

  sendReport(bytes: Uint8Array): void {
    if (this.#reports === undefined) return;
    if (this.#rtcp.kind === 'mux') this.#sockets.sendAudio(bytes, this.#reports);
    else this.#sockets.sendReport(bytes, this.#reports);
  }

  /** Sends BYE, if there is one to send, and releases the ports. Once. */
  closeAfter(goodbye: Uint8Array | undefined): void {
    if (goodbye === undefined || this.#reports === undefined) return this.#sockets.close();
    this.#sockets.closeAfter(goodbye, this.#reports, this.#rtcp.kind === 'mux');
  }

  #turnTo(remote: Origin | undefined): void {
    this.#remote = remote;
    this.#reports = this.#reportsTo(remote);
  }

  #reportsTo(remote: Origin | undefined): Origin | undefined {
    switch (this.#rtcp.kind) {
      case 'place':
        // A far end that gave another address than its own did so here as well.
        return isSame(remote, this.#agreed) ? this.#sockets.originOf(this.#rtcp.place) : portBehind(remote);
      case 'mux':
        return remote;
      case 'next-port':
        return portBehind(remote);
      case 'none':
        return undefined;
    }
  }
}

function isSame(one: Origin | undefined, other: Origin | undefined): boolean {
  return one?.port === other?.port && one?.address === other?.address;
}

function portBehind(remote: Origin | undefined): Origin | undefined {
  return remote && { address: remote.address, port: remote.port + 1 };
}
