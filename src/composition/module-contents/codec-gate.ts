import type { Channel } from '../../engine/calls/channel';
import { linearFormat } from '../../engine/calls/formats';
import type { ChannelDriver, LineResult } from '../../engine/calls/line';
import type { ProvidedNames } from '../../shared/provided-names';
import { asking } from './use-counting';

/** What a technology takes of its own accord, and needs a codec for where it is not of the telephone's rate. */
const unasked = 'slin192';

/**
 * A technology that makes channels only of formats whose codecs are there. Each channel counts as a use of its codec.
 */
export function gatedByCodecs(driver: ChannelDriver, codecs: ProvidedNames): ChannelDriver {
  const count = (result: LineResult): LineResult => {
    if (result.outcome === 'made')
      for (const channel of [result.channel, ...result.others]) countCodec(channel, codecs);
    return result;
  };
  return asking(driver, (request) => {
    const formats = carriedFormats(request.formats, codecs);
    if (typeof formats === 'string') return { outcome: 'refused', reason: formats };
    const asked = driver.request({ ...request, formats });
    return asked instanceof Promise ? asked.then(count) : count(asked);
  });
}

/** The formats whose codecs are there, or why there is none. */
function carriedFormats(asked: readonly string[], codecs: ProvidedNames): readonly string[] | string {
  const carried = asked.filter((format) => codecs.missingModule(format) === undefined);
  if (carried.length > 0) return carried;
  const [first] = asked;
  if (first === undefined) return codecs.has(unasked) ? [] : ['slin'];
  return `the format '${first}' needs the module ${codecs.missingModule(first) ?? ''}, which is not loaded`;
}

function countCodec(channel: Channel, codecs: ProvidedNames): void {
  const { audio } = channel.line;
  if (audio === undefined) return;
  const format = audio.kind === 'tap' ? linearFormat(audio.rate) : audio.format;
  channel.onGone(codecs.use(format, channel.name));
}
