import { keepFormats } from './payload-formats';
import { SdpRefusal } from './sdp-refusal';
import type {
  AddressFamily,
  Attribute,
  Bandwidth,
  Connection,
  MediaDescription,
  Origin,
  SessionDescription,
} from './session-description';
import { isIPv4, isIPv6 } from '../../shared/network/ip-version';

const maxLines = 1000;
const maxMedia = 64;
const maxFormats = 128;
const maxPort = 65_535;

type Draft<Type> = { -readonly [Key in keyof Type]: Type[Key] };
type MediaDraft = Draft<Omit<MediaDescription, 'attributes' | 'bandwidth'>> & Level;

/** What session and media sections have in common while they are read. */
interface Level {
  connection?: Connection;
  readonly attributes: Attribute[];
  readonly bandwidth: Bandwidth[];
}

/**
 * Reads a session description (RFC 8866). Lines that say nothing about media (i, u, e, p, k, r, z) are skipped, and `s`
 * and `t` may be missing: they carry nothing in a call.
 */
export function readDescription(text: string): SessionDescription {
  const only = onlySectionOf(text);
  if (only === undefined) return readLines(text).finish();
  const known = sections.get(only.text);
  if (known !== undefined)
    return readLines(text.slice(0, only.start), known.lineCount).finish({ known, port: only.port });
  const described = readLines(text).finish();
  remember(only.text, described);
  return described;
}

/** `more`: lines that follow and are known already. */
function readLines(text: string, more = 0): DescriptionReader {
  const lines = linesOf(text);
  if (lines.length + more > maxLines) throw new SdpRefusal(maxLines, `more than ${maxLines} lines`);
  if (lines[0] !== 'v=0') throw new SdpRefusal(1, "must be 'v=0'");
  const reader = new DescriptionReader();
  for (let index = 0; index < lines.length; index += 1) reader.line(index + 1, lines[index] ?? '');
  return reader;
}

/** Without their ends, which are CR LF or LF alone. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    const hasReturn = end > start && text.charCodeAt(end - 1) === carriageReturn;
    lines.push(text.slice(start, hasReturn ? end - 1 : end));
    start = end + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

const carriageReturn = 13;

/** What stands behind the port of an m= line: phones of one kind describe their audio in the same words in every call. */
interface KnownSection extends Pick<MediaDescription, 'protocol' | 'formats' | 'attributes' | 'bandwidth'> {
  readonly lineCount: number;
}

const sections = new Map<string, KnownSection>();
const maxSections = 500;
const maxSectionLength = 2000;
/** Attributes that say nothing about one call only. Keys, above all, are not to be kept. */
const lastingAttributes: ReadonlySet<string> = new Set([
  'rtpmap',
  'fmtp',
  'ptime',
  'maxptime',
  'sendrecv',
  'sendonly',
  'recvonly',
  'inactive',
  'rtcp-mux',
]);

interface OnlySection {
  /** Where its m= line starts. */
  readonly start: number;
  readonly port: number;
  /** All that follows the port. */
  readonly text: string;
}

const audioStart = '\nm=audio ';

/** The only m= line, and all below it; undefined where there are several, or none, or it is not one of audio. */
function onlySectionOf(text: string): OnlySection | undefined {
  const found = text.indexOf(audioStart);
  if (found < 0 || text.indexOf('\nm=', found + 1) >= 0) return undefined;
  const portStart = found + audioStart.length;
  let at = portStart;
  let port = 0;
  for (; isDigit(text.charCodeAt(at)); at += 1) port = port * 10 + text.charCodeAt(at) - 48;
  const digits = at - portStart;
  if (digits < 1 || digits > 5 || port > maxPort || text.charCodeAt(at) !== 32) return undefined;
  return text.length - at > maxSectionLength ? undefined : { start: found + 1, port, text: text.slice(at) };
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function remember(text: string, { media: [section] }: SessionDescription): void {
  if (section === undefined || section.connection !== undefined) return;
  const { protocol, formats, attributes, bandwidth } = section;
  if (!attributes.every(({ name }) => lastingAttributes.has(name))) return;
  if (sections.size >= maxSections) sections.clear();
  const lineCount = linesOf(text).length;
  sections.set(text, { protocol, formats, attributes, bandwidth, lineCount });
  keepFormats(section);
}

class DescriptionReader {
  readonly #session: Level & { name?: string; origin?: Origin } = { attributes: [], bandwidth: [] };
  readonly #media: MediaDraft[] = [];
  #line = 0;

  line(number: number, text: string): void {
    this.#line = number;
    const type = text.charCodeAt(0);
    if (text.charCodeAt(1) !== 61 || type < 97 || type > 122) return this.#refuse("must look like 'x=…'");
    const value = text.slice(2);
    switch (text.charAt(0)) {
      case 'o':
        this.#session.origin = this.#origin(value);
        break;
      case 's':
        this.#session.name = value;
        break;
      case 'm':
        this.#startMedia(value);
        break;
      default:
        this.#commonLine(text.charAt(0), value);
    }
  }

  /** `last`: a section that follows and is known already. */
  finish(last?: { readonly known: KnownSection; readonly port: number }): SessionDescription {
    const { origin, name = '-', connection, bandwidth, attributes } = this.#session;
    this.#line += last?.known.lineCount ?? 0;
    if (origin === undefined) return this.#refuse('o= is missing');
    const media = last === undefined ? this.#media : [withPort(last.known, last.port)];
    const bare = media.findIndex((section) => section.connection === undefined && section.port !== 0);
    if (connection === undefined && bare >= 0) this.#refuse(`no c= for the ${ordinal(bare)} m=`);
    return connection === undefined
      ? { origin, name, bandwidth, attributes, media }
      : { connection, origin, name, bandwidth, attributes, media };
  }

  #commonLine(type: string, value: string): void {
    const level = this.#media.at(-1) ?? this.#session;
    // The first c= of a section counts; more of them are for layered multicast.
    if (type === 'c') level.connection ??= this.#connection(value);
    else if (type === 'b') this.#addBandwidth(level, value);
    else if (type === 'a') level.attributes.push(this.#attribute(value));
  }

  #origin(value: string): Origin {
    const [, username, sessionId, version, family, address] =
      /^(\S+) (\d{1,20}) (\d{1,20}) IN (IP[46]) (\S+)$/.exec(value) ?? [];
    if (username === undefined || sessionId === undefined || version === undefined || address === undefined) {
      return this.#refuse("o= must be '<user> <number> <number> IN IP4|IP6 <address>'");
    }
    return { username, sessionId, version, family: family as AddressFamily, address };
  }

  #connection(value: string): Connection {
    const [, family, address] = /^IN (IP[46]) ([^\s/]+)(?:\/\d+)*$/.exec(value) ?? [];
    if (family === undefined || address === undefined) return this.#refuse("c= must be 'IN IP4|IP6 <address>'");
    const isWrongFamily = (family === 'IP4' && isIPv6(address)) || (family === 'IP6' && isIPv4(address));
    if (isWrongFamily) return this.#refuse(`${address} is not an address of ${family}`);
    return { family: family as AddressFamily, address };
  }

  #addBandwidth(level: Level, value: string): void {
    const [, type, kilobits] = /^([^\s:]+):(\d{1,12})$/.exec(value) ?? [];
    // Modifiers of others may have another form; bandwidth is never a reason to refuse a call.
    if (type !== undefined) level.bandwidth.push({ type, kilobits: Number(kilobits) });
  }

  #attribute(value: string): Attribute {
    const colon = value.indexOf(':');
    if (colon === 0 || value === '') return this.#refuse('attribute without a name');
    return colon < 0 ? { name: value } : { name: value.slice(0, colon), value: value.slice(colon + 1) };
  }

  #startMedia(value: string): void {
    const [kind, place = '', protocol, ...formats] = value.trim().split(/ +/, maxFormats + 4);
    const [, port, portCount] = /^(\d{1,5})(?:\/(\d{1,5}))?$/.exec(place) ?? [];
    if (kind === undefined || port === undefined || protocol === undefined || Number(port) > maxPort) {
      return this.#refuse("m= must be '<kind> <port> <protocol> <formats>'");
    }
    if (formats.length > maxFormats) this.#refuse(`more than ${maxFormats} formats`);
    if (this.#media.length >= maxMedia) this.#refuse(`more than ${maxMedia} m= lines`);
    const media: MediaDraft = { kind, port: Number(port), protocol, formats, attributes: [], bandwidth: [] };
    if (portCount !== undefined) media.portCount = Number(portCount);
    this.#media.push(media);
  }

  #refuse(reason: string): never {
    throw new SdpRefusal(this.#line, reason);
  }
}

function withPort({ protocol, formats, attributes, bandwidth }: KnownSection, port: number): MediaDescription {
  return { kind: 'audio', port, protocol, formats, attributes, bandwidth };
}

function ordinal(index: number): string {
  return ['first', 'second', 'third'][index] ?? `${index + 1}th`;
}
