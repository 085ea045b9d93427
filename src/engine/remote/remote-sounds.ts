import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { RemoteMediaConfig } from '../../config/server-config';
import type { Clock } from '../../shared/time/clock';
import type { Hold } from '../../shared/module-use/hold';
import type { Logger } from '../../shared/logger';
import type { FetchedFile, RemoteCacheDeps } from './remote-cache';
import { RemoteCache } from './remote-cache';
import { download } from './remote-download';
import type { Freshness } from './remote-freshness';
import { freshnessOf } from './remote-freshness';
import type { RemoteAnswer } from './remote-request';
import { askRemote } from './remote-request';
import { fetchFailure, RemoteSoundError, shownAddress } from './remote-sound-error';
import { storedForm } from './remote-type';
import type { Destinations } from '../../shared/network/destinations';

export interface RemoteSoundsDeps extends Omit<RemoteCacheDeps, 'maxBytes'> {
  readonly config: RemoteMediaConfig;
  /** Whether files with this ending can be played. */
  readonly isPlayable: (ending: string) => boolean;
  readonly hold: Hold;
  readonly destinations: Destinations;
  readonly clock: Clock;
}

/** The path of a file to play, or why there is none. */
export type FetchedSound = { readonly path: string } | { readonly missing: string };

interface RemoteFile extends FetchedFile {
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  readonly freshness: Freshness;
  /** Until then its server need not be asked. */
  readonly freshUntil: number;
}

type Held = { readonly file: RemoteFile; readonly release: () => void } | { readonly missing: string };

const longestAddress = 8000;
const isOff = 'sounds are not fetched from other places: [general] of http_media_cache.conf does not say enabled = yes';

/** Whether a sound is named by where to fetch it. */
export function isRemote(name: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(name);
}

/** Sounds of other servers: fetched once for all who want them at a time, and kept for as long as their server says. */
export class RemoteSounds {
  readonly #cache: RemoteCache<RemoteFile>;
  readonly #log: Logger;
  /** What is being fetched, by address. */
  readonly #fetches = new Map<string, Promise<RemoteFile>>();
  readonly #closing = new AbortController();
  #config: RemoteMediaConfig;
  #count = 0;

  constructor(private readonly deps: RemoteSoundsDeps) {
    this.#config = deps.config;
    this.#cache = new RemoteCache({ ...deps, maxBytes: () => this.#config.maxCacheBytes });
    this.#log = deps.log;
  }

  /** Applies to new requests; cached files stay while there is room. */
  reconfigure(config: RemoteMediaConfig): void {
    this.#config = config;
  }

  async find(address: string): Promise<FetchedSound> {
    return given(await this.#hold(address));
  }

  /** One answer for each; all files stay until the last one is there. */
  async findAll(addresses: readonly string[]): Promise<readonly FetchedSound[]> {
    return (await Promise.all(addresses.map((address) => this.#hold(address)))).map(given);
  }

  /** Cancels running downloads, and removes the files. Idempotent. */
  async close(): Promise<void> {
    this.#closing.abort(new RemoteSoundError('the server is closing'));
    await Promise.allSettled(this.#fetches.values());
    await this.#cache.close();
  }

  async #hold(address: string): Promise<Held> {
    const url = address.length <= longestAddress && URL.canParse(address) ? new URL(address) : undefined;
    const shown = url === undefined ? 'the address of a sound' : shownAddress(url);
    try {
      if (!this.#config.enabled) throw new RemoteSoundError(isOff);
      if (url === undefined) throw new RemoteSoundError('it cannot be read');
      // Never sent, so that what differs by it is the same.
      url.hash = '';
      const file = await this.#share(url);
      const ending = extname(file.path).slice(1);
      if (!this.deps.isPlayable(ending)) throw new RemoteSoundError(`files called .${ending} cannot be played`);
      return { file, release: this.#cache.pin(file) };
    } catch (error) {
      const reason = fetchFailure(error);
      // The caller logs it with its context.
      this.#log.debug({ address: shown, reason }, 'a sound could not be fetched');
      return { missing: `${shown}: ${reason}` };
    }
  }

  #share(url: URL): Promise<RemoteFile> {
    const running = this.#fetches.get(url.href);
    if (running !== undefined) return running;
    const release = this.deps.hold(shownAddress(url));
    const fetch = this.#obtain(url).finally(() => {
      this.#fetches.delete(url.href);
      release();
    });
    this.#fetches.set(url.href, fetch);
    return fetch;
  }

  async #obtain(url: URL): Promise<RemoteFile> {
    const known = this.#cache.get(url.href);
    if (known === undefined) return this.#fetch(url, undefined);
    const release = this.#cache.pin(known);
    try {
      // It may have been removed externally.
      if (!(await isThere(known))) return await this.#fetch(url, undefined);
      return known.freshUntil > this.deps.clock.now() ? known : await this.#fetch(url, known);
    } finally {
      release();
    }
  }

  /** All of it within the time that there is for it. */
  async #fetch(url: URL, known: RemoteFile | undefined): Promise<RemoteFile> {
    const { clock } = this.deps;
    const { timeout } = this.#config;
    const limit = new AbortController();
    const stop = (): void => limit.abort(this.#closing.signal.reason);
    const tooLate = new RemoteSoundError(`it took longer than ${timeout / 1000} seconds (timeout_secs)`);
    const cancel = clock.after(timeout, () => limit.abort(tooLate));
    this.#closing.signal.addEventListener('abort', stop);
    try {
      this.#closing.signal.throwIfAborted();
      await this.#cache.open();
      return await this.#exchange(url, { known, signal: limit.signal });
    } catch (error) {
      throw limit.signal.aborted ? limit.signal.reason : error;
    } finally {
      cancel();
      this.#closing.signal.removeEventListener('abort', stop);
    }
  }

  async #exchange(url: URL, { known, signal }: Exchange): Promise<RemoteFile> {
    const answer = await askRemote(
      { url, headers: questionHeaders(known), signal },
      { ...this.#config, destinations: this.deps.destinations },
    );
    try {
      const { statusCode: status = 0 } = answer.response;
      if (status === 304 && known !== undefined) return this.#stillGood(url, known, answer);
      if (status === 404 || status === 410) this.#cache.forget(url.href);
      if (status !== 200) throw new RemoteSoundError(`${shownAddress(answer.url)} answered with status ${status}`);
      return await this.#store(url, answer, signal);
    } finally {
      answer.response.destroy();
    }
  }

  #stillGood(url: URL, known: RemoteFile, { response: { headers } }: RemoteAnswer): RemoteFile {
    const file = { ...known, ...this.#terms(freshnessOf(headers) ?? known.freshness) };
    this.#remember(url, file);
    return file;
  }

  async #store(url: URL, answer: RemoteAnswer, signal: AbortSignal): Promise<RemoteFile> {
    const { headers } = answer.response;
    const form = storedForm({ urls: [url, answer.url], contentType: headers['content-type'] });
    const written = await download({
      response: answer.response,
      form,
      signal,
      folder: this.#cache.folder,
      name: this.#nextName(url),
      maxBytes: this.#config.maxFileBytes,
    });
    this.#log.debug({ address: shownAddress(url), bytes: written.size }, 'a sound was fetched');
    const { etag, 'last-modified': lastModified } = headers;
    const file = { ...written, etag, lastModified, ...this.#terms(freshnessOf(headers) ?? askEachTime) };
    this.#remember(url, file);
    return file;
  }

  #terms(freshness: Freshness): Pick<RemoteFile, 'freshness' | 'freshUntil'> {
    return { freshness, freshUntil: this.deps.clock.now() + freshness.lifetime };
  }

  #remember(url: URL, file: RemoteFile): void {
    if (file.freshness.isKept) return this.#cache.keep(url.href, file);
    this.#cache.forget(url.href, file.path);
    this.#cache.useOnce(file);
  }

  /** Says nothing of the address, and no two files have the same. */
  #nextName({ href }: URL): string {
    this.#count += 1;
    return `${createHash('sha256').update(href).digest('hex').slice(0, 32)}-${this.#count}`;
  }
}

interface Exchange {
  readonly known: RemoteFile | undefined;
  readonly signal: AbortSignal;
}

const askEachTime: Freshness = { isKept: true, lifetime: 0 };

function given(held: Held): FetchedSound {
  if ('missing' in held) return held;
  held.release();
  return { path: held.file.path };
}

function questionHeaders(known: RemoteFile | undefined): Readonly<Record<string, string>> {
  return {
    accept: 'audio/*, */*;q=0.5',
    'accept-encoding': 'identity',
    ...(known?.etag === undefined ? {} : { 'if-none-match': known.etag }),
    ...(known?.lastModified === undefined ? {} : { 'if-modified-since': known.lastModified }),
  };
}

async function isThere({ path }: FetchedFile): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
