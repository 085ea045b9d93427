import { within } from '../eventually';
import type { CallRig } from '../calls/call-rig';
import type { AppSocket, Message } from '../sockets/socket-peer';

const idIn = (message: Message, field: string, key = 'id'): unknown =>
  (message[field] as Readonly<Record<string, unknown>> | undefined)?.[key];

/** Behind the header of a WAV file. */
const samplesBegin = 44;

/** Each has a name of its own: what is stored outlives the test. */
let recordings = 0;

/** Calls that are listened to, in the application `hello`. */
export class AudioCalls {
  constructor(
    private readonly rig: CallRig,
    private readonly app: AppSocket,
  ) {}

  /** The far end of this extension has to enter the application: what is played into `id;2` comes out of `id`. */
  async call(id: string, { extension = 'far', query = '' } = {}): Promise<void> {
    await this.rig.originate(id, extension, query);
    for (const missing = new Set<unknown>([id, `${id};2`]); missing.size > 0;) {
      const message = await within(this.app.next(), () => `${[...missing].join(', ')} did not come`);
      if (message.type === 'StasisStart') missing.delete(idIn(message, 'channel'));
    }
  }

  /** Plays something, and waits until it is heard. */
  async play(channel: string, media: string): Promise<void> {
    const query = new URLSearchParams({ media }).toString();
    const { status, body } = await this.rig.rest.post(`/channels/${encodeURIComponent(channel)}/play?${query}`);
    if (status !== 201) throw new Error(`${media} cannot be played: ${status} ${JSON.stringify(body)}`);
    await this.#until('PlaybackStarted', 'playback', (body as { readonly id: string }).id);
  }

  async set(channel: string, variable: string, value: string): Promise<void> {
    const query = new URLSearchParams({ variable, value }).toString();
    const status = await this.rig.status('post', `/channels/${encodeURIComponent(channel)}/variable?${query}`);
    if (status !== 204) throw new Error(`${variable} could not be set: ${status}`);
  }

  async get(channel: string, variable: string): Promise<unknown> {
    const query = new URLSearchParams({ variable }).toString();
    return (await this.rig.rest.get(`/channels/${encodeURIComponent(channel)}/variable?${query}`)).body;
  }

  /** What is heard at these places at the same time, for a second, as samples. */
  async listen(places: readonly string[], query = 'format=wav'): Promise<Int16Array[]> {
    const names = places.map(() => `heard-${(recordings += 1)}`);
    for (const [index, place] of places.entries()) {
      const target = `/${place}/record?name=${names[index] ?? ''}&maxDurationSeconds=1&${query}`;
      const { status, body } = await this.rig.rest.post(target);
      if (status !== 201) throw new Error(`${target}: ${status} ${JSON.stringify(body)}`);
    }
    for (const missing = new Set<unknown>(names); missing.size > 0;) {
      const message = await within(this.app.next(), () => `${[...missing].join(', ')} did not end`);
      if (message.type === 'RecordingFinished') missing.delete(idIn(message, 'recording', 'name'));
    }
    return Promise.all(names.map((name) => this.stored(name)));
  }

  /** Ends a recording and gives what is in it. */
  async stop(name: string): Promise<Int16Array> {
    await this.rig.rest.post(`/recordings/live/${name}/stop`);
    await this.#until('RecordingFinished', 'recording', name);
    return this.stored(name);
  }

  /** The samples of a stored WAV file. */
  async stored(name: string): Promise<Int16Array> {
    const response = await fetch(`${this.rig.server.origin}/ari/recordings/stored/${name}/file`, {
      headers: { authorization: `Basic ${Buffer.from('asterisk:asterisk').toString('base64')}` },
    });
    const bytes = await response.arrayBuffer();
    if (response.status !== 200) throw new Error(Buffer.from(bytes).toString());
    return new Int16Array(bytes.slice(samplesBegin));
  }

  async #until(type: string, field: 'playback' | 'recording', id: string): Promise<void> {
    const key = field === 'playback' ? 'id' : 'name';
    for (;;) {
      const message = await within(this.app.next(), () => `there was no ${type} of ${id}`);
      if (message.type === type && idIn(message, field, key) === id) return;
    }
  }
}
