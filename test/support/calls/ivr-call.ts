import { lineOf } from './call-events';
import type { CallRig } from './call-rig';
import { within } from '../eventually';
import type { AppSocket } from '../sockets/socket-peer';

/** Somebody who calls an extension, listens and presses keys, all through the REST interface. */
export class IvrCaller {
  /** All events of the server that were waited for so far, in lines. */
  readonly heard: string[] = [];

  private constructor(
    private readonly rig: CallRig,
    private readonly all: AppSocket,
    readonly id: string,
  ) {}

  /** The call is not answered yet then. From the start it is reported when a voice is heard. */
  static async call(rig: CallRig, extension: string, id: string): Promise<IvrCaller> {
    const all = await rig.open('hello&subscribeAll=yes');
    const { status } = await rig.rest.post(`/channels/${id}`, {
      endpoint: `Local/${extension}@default`,
      app: 'hello',
      callerId: 'Anna <100>',
      otherChannelId: `${id}-far`,
      variables: { 'TALK_DETECT(set)': '200' },
    });
    if (status !== 200) throw new Error(`the call could not be made: ${status}`);
    return new IvrCaller(rig, all, id);
  }

  /** The channel that the dialplan runs. */
  get far(): string {
    return `${this.id}-far`;
  }

  /** Waits for an event. */
  async until(line: string): Promise<void> {
    do {
      const message = await within(this.all.next(), () => `waited for '${line}', and heard:\n${this.heard.join('\n')}`);
      this.heard.push(lineOf(message));
    } while (this.heard.at(-1) !== line);
  }

  answered(): Promise<void> {
    return this.until(`StasisStart ${this.id}`);
  }

  /** Waits until a voice begins to be heard; between two of them there has to be silence. */
  hears(): Promise<void> {
    return this.until(`ChannelTalkingStarted ${this.id}`);
  }

  async press(digits: string): Promise<void> {
    await this.rig.rest.post(`/channels/${this.id}/dtmf?dtmf=${encodeURIComponent(digits)}`);
  }

  async hangUp(): Promise<void> {
    await this.rig.rest.delete(`/channels/${this.id}`);
  }

  /** Waits until the dialplan's channel is gone. */
  gone(cause: number): Promise<void> {
    return this.until(`ChannelDestroyed ${this.far} ${cause}`);
  }
}
