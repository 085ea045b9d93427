import type { Leg } from '../leg';
import type { OutsideCommand } from '../protocol';
import type { NetworkPlace } from '../../shared/network-place';
import { payloadOfFormat } from './payload-types';
import { makeRtpCodec } from './rtp-codec';
import { RtpEnd } from './rtp-end';
import { RtpSockets } from './rtp-sockets';

export interface OpenRtpDeps {
  readonly leg: Leg;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
  readonly onDigit: (digit: string, milliseconds: number) => void;
  readonly randomNumber: () => number;
}

/** Throws when the format cannot be carried, or there is no way to the far end. */
export async function openRtp(
  { form, remote, ports, learnsSender }: Extract<OutsideCommand, { readonly do: 'open-rtp' }>,
  deps: OpenRtpDeps,
): Promise<{ readonly end: RtpEnd; readonly local: NetworkPlace }> {
  const payload = payloadOfFormat(form.format);
  if (payload === undefined) throw new Error(`no packets can carry the format ${form.format}`);
  const sockets = await RtpSockets.open({ remote, ports, random: Math.random });
  const codec = makeRtpCodec(form.format);
  if (codec === undefined) {
    sockets.close();
    throw new Error(`there is no codec for the format ${form.format}`);
  }
  return { end: new RtpEnd({ ...deps, codec, payload, sockets, learnsSender }), local: sockets.local };
}
