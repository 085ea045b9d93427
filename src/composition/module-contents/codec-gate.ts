import type { Channel } from '../../engine/calls/channel/channel';
import { linearFormat } from '../../engine/calls/channel/formats';
import type { Technology } from '../../engine/calls/technology/technology';
import type { ProvidedNames } from '../../shared/module-use/provided-names';
import { withRequest } from './use-counting';
import { TurnoverMap } from '../../shared/collections/turnover-map';

/** The default format of a technology, which needs a codec unless it has the telephone rate. */
const unasked = 'slin192';

/** A technology that is asked only for formats whose codecs are there. */
export function gatedByCodecs(technology: Technology, codecs: ProvidedNames): Technology {
  return withRequest(technology, (request, ask) => {
    const formats = carriedFormats(request.formats, codecs);
    if (typeof formats === 'string') return { outcome: 'refused', reason: formats };
    return ask(formats === request.formats ? request : { ...request, formats });
  });
}

/** The formats whose codecs are there, or why there is none. */
function carriedFormats(asked: readonly string[], codecs: ProvidedNames): readonly string[] | string {
  const [first] = asked;
  if (first === undefined) return codecs.has(unasked) ? asked : ['slin'];
  const carried = asked.filter((format) => codecs.missingModule(format) === undefined);
  if (carried.length > 0) return carried;
  return `the format '${first}' needs the module ${codecs.missingModule(first) ?? ''}, which is not loaded`;
}

/** Each channel counts as a use of the codec that it has at present. */
export class CodecUses {
  readonly #uses = new TurnoverMap<Channel, { readonly format: string; readonly release: () => void }>();

  constructor(private readonly codecs: ProvidedNames) {}

  /** To be called with a new channel, and whenever the format of one may have changed. */
  count(channel: Channel): void {
    const format = formatOf(channel);
    const before = this.#uses.get(channel);
    if (before?.format === format || channel.isGone) return;
    if (before === undefined) channel.onDestroyed(() => this.#release(channel));
    this.#release(channel);
    if (format !== undefined) this.#uses.set(channel, { format, release: this.codecs.use(format, channel.name) });
  }

  #release(channel: Channel): void {
    this.#uses.get(channel)?.release();
    this.#uses.delete(channel);
  }
}

function formatOf({ line: { audio } }: Channel): string | undefined {
  if (audio === undefined) return undefined;
  return audio.kind === 'tap' ? linearFormat(audio.rate) : audio.format;
}
