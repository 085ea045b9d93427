import type { MediaLink, MediaNotice, NoticeHandlers } from '../../../src/media/protocol';

/** Hears of everything that the audio side tells. The list is complete, or it would not compile. */
export function listenToAll(link: Pick<MediaLink, 'on'>, hear: (notice: MediaNotice) => void): () => void {
  const handlers: NoticeHandlers<MediaNotice> = {
    'play-started': hear,
    'play-ended': hear,
    'record-started': hear,
    'record-grew': hear,
    'record-ended': hear,
    digit: hear,
    'talk-started': hear,
    'talk-ended': hear,
    'tone-detected': hear,
    'answering-machine-judged': hear,
    'utterance-detected': hear,
    'stretch-detected': hear,
    'first-audio': hear,
    'leg-level': hear,
    'leg-opened': hear,
    'leg-failed': hear,
    'leg-ended': hear,
    'leg-broken': hear,
    'rtp-silent': hear,
    'rtp-heard-again': hear,
    'rtp-statistics': hear,
    'audio-dropped': hear,
    'digit-signalled': hear,
    'stream-bytes': hear,
    'stream-event': hear,
    'program-ended': hear,
    statistics: hear,
  };
  return link.on(handlers);
}
