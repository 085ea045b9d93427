import type { AudioForm, MediaCommand, MediaLink } from '../../../media/protocol';
import { mediaFileName } from '../../../media/files/formats/file-format';
import { watchLink } from '../../watched-link';
import type { ProvidedNames } from '../../../shared/module-use/provided-names';
import { TurnoverMap } from '../../../shared/collections/turnover-map';

export interface CountedFormats {
  /** By the names of formats. */
  readonly codecs: ProvidedNames;
  /** By the endings of files. */
  readonly fileFormats: ProvidedNames;
}

/**
 * Counts what plays and recordings use of file formats and codecs, derived from the messages to and from the media
 * thread. The result is to be used in place of the link.
 */
export function countFormats(watched: MediaLink, formats: CountedFormats): MediaLink {
  const uses = new FormatUses(formats);
  return watchLink(watched, {
    onCommand: (command) => uses.note(command),
    onNotice: { 'play-ended': ({ play }) => uses.end(play), 'record-ended': ({ record }) => uses.end(record) },
    onEnd: () => uses.endAll(),
  });
}

class FormatUses {
  /** By play or recording. */
  readonly #releases = new TurnoverMap<string, readonly (() => void)[]>();

  constructor(private readonly formats: CountedFormats) {}

  note(command: MediaCommand): void {
    if (command.do === 'play') {
      const files = command.source.kind === 'files' ? command.source.files : [];
      this.#begin(command.play, files.map(endingOf), command.viaCodec);
    }
    if (command.do === 'stop-play') this.end(command.play);
    if (command.do === 'record') this.#begin(command.record, [command.file.format], command.viaCodec);
  }

  end(user: string): void {
    for (const release of this.#releases.get(user) ?? []) release();
    this.#releases.delete(user);
  }

  endAll(): void {
    for (const user of [...this.#releases.keys()]) this.end(user);
  }

  #begin(user: string, endings: readonly string[], form: AudioForm | undefined): void {
    const { codecs, fileFormats } = this.formats;
    const releases = [...new Set(endings)].map((ending) => fileFormats.use(ending, user));
    if (form !== undefined) releases.push(codecs.use(form.format, user));
    this.#releases.set(user, releases);
  }
}

function endingOf(path: string): string {
  return mediaFileName(path)?.format.extension ?? '';
}
