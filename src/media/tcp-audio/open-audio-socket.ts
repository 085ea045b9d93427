import type { NetworkPlace } from '../../shared/network/network-place';
import type { ExternalCommand } from '../protocol';
import { AudioConnection } from './audio-connection';
import type { AudioSocketEndOptions } from './audio-socket-end';
import { AudioSocketEnd } from './audio-socket-end';
import { connect } from './connect';
import { kindOfFormat } from './message-kinds';

export type OpenAudioSocketDeps = Pick<AudioSocketEndOptions, 'leg' | 'onEnded' | 'onDropped' | 'onFault'>;

/** Seconds of audio that may wait to be sent to a program that does not read it. */
const longestBacklog = 1;

/** Throws when the format cannot be carried, or no address accepts. */
export async function openAudioSocket(
  { form, remote, uuid, timeoutMs }: Extract<ExternalCommand, { readonly do: 'open-audio-socket' }>,
  deps: OpenAudioSocketDeps,
): Promise<{ readonly end: AudioSocketEnd; readonly local: NetworkPlace }> {
  const kind = kindOfFormat(form.format);
  if (kind === undefined) throw new Error(`no audio socket can carry the format ${form.format}`);
  const connection = new AudioConnection(await connect(remote), longestBacklog * 2 * kind.rate);
  const { local } = connection;
  return { end: new AudioSocketEnd({ ...deps, kind, connection, uuid, timeoutMs }), local };
}
