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
    const isOther = agreed?.address !== this.#agreed?.address || agreed?.port !== this.#agreed?.port;
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
    if (isBelieved && this.#rule.isFollowed && !this.#isRemote(from)) this.#turnTo(this.#gate.sender);
    return isBelieved || !this.#rule.isStrict;
  }

  /** Reports come from the address of the packets, whatever their port. */
  admitsReport(from: Origin): boolean {
    const expected = this.#gate.sender ?? this.#agreed;
    if (this.#rule.isStrict && expected !== undefined && from.address !== expected.address) return false;
    const isElsewhere = from.address === this.#remote?.address && from.port !== this.#reports?.port;
    if (this.#rule.isFollowed && this.#rtcp.kind === 'next-port' && isElsewhere)
      this.#reports = { address: from.address, port: from.port };
    return true;
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

  #isRemote({ address, port }: Origin): boolean {
    return port === this.#remote?.port && address === this.#remote.address;
  }

  #turnTo(remote: Origin | undefined): void {
    this.#remote = remote;
    this.#reports = this.#reportsTo(remote);
  }

  #reportsTo(remote: Origin | undefined): Origin | undefined {
    switch (this.#rtcp.kind) {
      case 'place':
        return this.#sockets.originOf(this.#rtcp.place);
      case 'mux':
        return remote;
      case 'next-port':
        return remote === undefined ? undefined : { address: remote.address, port: remote.port + 1 };
      case 'none':
        return undefined;
    }
  }
}
