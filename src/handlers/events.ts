import { channelId } from '../shared/ids';
import type { ChannelId } from '../shared/ids';
import type { EventsOperations } from '../../generated/operations';
import type { Refusal } from '../contract/handler';
import type { JsonObject } from '../contract/json';
import type { Applications } from '../stasis/applications';
import type { Attached } from '../stasis/presenters/present-user-event';
import { presentUserEvent } from '../stasis/presenters/present-user-event';
import { noApplication } from './applications';
import type { EventSource } from './event-sources';
import { readSources } from './event-sources';
import { quoted } from './quoted';
import type { ObjectKind, SubjectDirectory } from './subject-directory';

/** Channels that wait for the first application to claim them. */
export interface Broadcasts {
  /** `too-late`: another claim has won, or the broadcast has timed out. */
  readonly claim: (
    channelId: ChannelId,
    application: string,
    socket?: string,
  ) => 'claimed' | 'too-late' | 'not-broadcast';
}

export interface EventHandlersDeps {
  readonly applications: Applications;
  readonly subjects: SubjectDirectory;
  readonly broadcasts: Broadcasts;
  /** Tells the rest of the server of an event about a channel. */
  readonly announce: (event: AnnouncedEvent) => void;
}

export interface AnnouncedEvent {
  readonly channelId: string;
  readonly name: string;
  readonly fields: JsonObject;
}

const attachable: readonly ObjectKind[] = ['channel', 'bridge', 'endpoint'];

export const eventHandlers = ({
  applications,
  subjects,
  broadcasts,
  announce,
}: EventHandlersDeps): EventsOperations => ({
  userEvent: ({ eventName, application: name, source = [], variables = {} }) => {
    const application = applications.get(name);
    if (application === undefined) return noApplication(name);
    const sources = readSources(source, attachable);
    if ('status' in sources) return sources;
    const attached = attach(sources, subjects);
    if ('status' in attached) return attached;
    const payload = presentUserEvent({ name: eventName, variables, attached });
    const { channel } = attached;
    if (channel === undefined) applications.send(application, 'ChannelUserevent', payload);
    else {
      applications.sendAbout(application, channel.id, { type: 'ChannelUserevent', payload });
      announce({ channelId: channel.id, name: eventName, fields: variables });
    }
    return { status: 204 };
  },

  claimChannel: ({ channelId: id, application }, { socket }) => {
    switch (broadcasts.claim(channelId(id), application, socket)) {
      case 'claimed':
        return { status: 204 };
      case 'too-late':
        return {
          status: 409,
          message: `the channel ${quoted(id)} has been claimed, or its broadcast has ended`,
        };
      case 'not-broadcast':
        return {
          status: 404,
          message: `the channel ${quoted(id)} is not being broadcast: claim the id that a CallBroadcast carries`,
        };
    }
  },
});

/** Of several sources of a kind the last one is shown, but every one of them has to exist. */
function attach(sources: readonly EventSource<ObjectKind>[], subjects: SubjectDirectory): Attached | Refusal<422> {
  let attached: Attached = {};
  for (const { kind, id, text } of sources) {
    const object = subjects[kind](id);
    if (object === undefined)
      return { status: 422, message: `the event source ${quoted(text)} does not exist, so no event was sent` };
    attached = { ...attached, [kind]: object };
  }
  return attached;
}
