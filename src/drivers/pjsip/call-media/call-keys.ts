import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { AgreedAudio } from '../../../sip/sdp/agreed-audio';
import type { LocalAudio } from '../../../sip/sdp/local-audio';
import type { CryptoSuite, MediaKey } from '../../../sip/sdp/media-keys';
import { cryptoSuites, keyAttribute, mediaKeyLength, mediaKeys } from '../../../sip/sdp/media-keys';
import type { MediaDescription } from '../../../sip/sdp/session-description';

/** What a description says about keys. */
export type KeyLines = Pick<LocalAudio, 'protocols' | 'attributes'>;

const clear = 'RTP/AVP';
const secure = 'RTP/SAVP';
/** The same with feedback (RFC 4585, RFC 5124). It is not demanded of either side, so such an offer is answered as it is written. */
const withFeedback = { [clear]: 'RTP/AVPF', [secure]: 'RTP/SAVPF' } as const;
const clearProfiles: ReadonlySet<string> = new Set([clear, withFeedback[clear]]);
const secureProfiles: ReadonlySet<string> = new Set([secure, withFeedback[secure]]);

/** The keys of the audio of one call, as its descriptions carry them (RFC 4568). */
export class CallKeys {
  readonly #rule: 'none' | 'demanded' | 'welcome';
  readonly #suites: readonly CryptoSuite[];
  /** The profile of our own offers. */
  readonly #profile: string;
  /** Ours, which stay the same as long as the far end keeps its own. */
  #own: Map<CryptoSuite, Buffer> | undefined;
  #theirs: MediaKey | undefined;
  #inUse: CryptoSuite | undefined;

  constructor(
    { mediaEncryption, encryptsOptimistically, prefersShortTags, offersFeedback }: EndpointConfig,
    private readonly randomBytes: (size: number) => Buffer,
  ) {
    this.#rule = mediaEncryption !== 'sdes' ? 'none' : encryptsOptimistically ? 'welcome' : 'demanded';
    this.#suites = prefersShortTags ? [...cryptoSuites].reverse() : cryptoSuites;
    const profile = this.#rule === 'demanded' ? secure : clear;
    this.#profile = offersFeedback ? withFeedback[profile] : profile;
  }

  /** What an offer of ours says. */
  offered(): KeyLines {
    if (this.#rule === 'none') return { protocols: [this.#profile] };
    const suites = this.#inUse === undefined ? this.#suites : [this.#inUse];
    const keys = suites.map((suite, index) => ({ tag: index + 1, suite, key: this.#ownKey(suite) }));
    return { protocols: [this.#profile], attributes: keys.map(keyAttribute) };
  }

  /** What the answer to an offered stream says; undefined when it is not protected as it has to be. */
  answerTo(section: MediaDescription): KeyLines | undefined {
    const { protocol } = section;
    const theirs = this.#rule === 'none' ? undefined : mediaKeys(section)[0];
    if (!clearProfiles.has(protocol) && !secureProfiles.has(protocol)) return undefined;
    if (theirs === undefined)
      return clearProfiles.has(protocol) && this.#rule !== 'demanded' ? { protocols: [protocol] } : undefined;
    const isAnother = this.#theirs !== undefined && !this.#theirs.key.equals(theirs.key);
    if (isAnother) this.#own?.clear();
    this.#theirs = theirs;
    const key = { ...theirs, key: this.#ownKey(theirs.suite) };
    return { protocols: [protocol], attributes: [keyAttribute(key)] };
  }

  /** Whether what was agreed upon may be used; an answer without keys is not enough where they are demanded. */
  accept({ keys }: AgreedAudio): boolean {
    this.#inUse = keys?.suite;
    return keys !== undefined || this.#rule !== 'demanded';
  }

  #ownKey(suite: CryptoSuite): Buffer {
    const own = (this.#own ??= new Map<CryptoSuite, Buffer>());
    const key = own.get(suite) ?? this.randomBytes(mediaKeyLength);
    own.set(suite, key);
    return key;
  }
}
