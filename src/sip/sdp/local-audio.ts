import type { Direction } from './direction';
import type { Encoding, PayloadFormat } from './payload-formats';
import { isTelephoneEvent, sameEncoding, telephoneEvent } from './payload-formats';
import type { Attribute, Bandwidth } from './session-description';

/** An encoding that we can receive and send. */
export interface LocalFormat extends Encoding {
  /** The preferred payload type when it has no static one. */
  readonly payload?: number;
  /** What we write into a=fmtp. */
  readonly parameters?: string;
  /** Whether we can live with the far end's a=fmtp; with any, when absent. */
  readonly accepts?: (parameters: string | undefined) => boolean;
}

/** One audio stream as we would have it. */
export interface LocalAudio {
  readonly address: string;
  readonly port: number;
  /** Where reports are expected, if not on the next port. */
  readonly rtcpPort?: number;
  /** Whether reports may share the port of the audio (RFC 5761). */
  readonly rtcpMux?: boolean;
  /** Best first. */
  readonly formats: readonly LocalFormat[];
  /** Whether digits go as telephone events (RFC 4733); they do, when absent. */
  readonly telephoneEvents?: boolean;
  readonly direction?: Direction;
  /** Milliseconds in a packet. */
  readonly ptime?: number;
  readonly maxptime?: number;
  readonly label?: string;
  readonly bandwidth?: readonly Bandwidth[];
  /** Supported transports; the first one is offered. `RTP/AVP` alone, when absent. */
  readonly protocols?: readonly string[] | undefined;
  /** More lines for the media section, of keys and candidates for example. */
  readonly attributes?: readonly Attribute[] | undefined;
}

/** Digits 0 to 9, *, #, A to D and flash. */
export const eventRange = '0-16';

export function protocolsOf({ protocols = ['RTP/AVP'] }: LocalAudio): readonly string[] {
  return protocols;
}

/** The format of ours that fits an offered one. */
export function fittingFormat(local: LocalAudio, offered: PayloadFormat): LocalFormat | undefined {
  if (isTelephoneEvent(offered)) return undefined;
  return local.formats.find(
    (format) => sameEncoding(format, offered) && (format.accepts?.(offered.parameters) ?? true),
  );
}

/** Telephone events tick with the clock of the audio that they interrupt: one format for each clock rate. */
export function eventFormats(local: LocalAudio, formats: readonly Encoding[]): readonly LocalFormat[] {
  if (local.telephoneEvents === false) return [];
  const rates = [...new Set(formats.map(({ clockRate }) => clockRate))];
  return rates.map((clockRate) => ({ name: telephoneEvent, clockRate, channels: 1, parameters: eventRange }));
}
