import type {
  ChannelsAnswerReply,
  ChannelsPlayReply,
  EventsOperations,
  Operations,
  SoundsOperations,
} from '../../../generated/operations';
import type { Event } from '../../../generated/models';
import { eventTypes } from '../../../generated/models';
import type { makeOperations } from '../../../src/composition/parts/operations';

// The proofs in this file are made by the compiler: an @ts-expect-error that meets no error fails `tsc --noEmit`.

describe('the handlers of the server', () => {
  it('are those of every resource: leaving one out does not compile', () => {
    const assembled = {} as ReturnType<typeof makeOperations>;
    const complete: Operations = assembled;
    const { sounds, ...others } = assembled;
    // @ts-expect-error the handlers of sounds are missing
    const incomplete: ReturnType<typeof makeOperations> = others;

    expect([complete, incomplete, sounds]).toHaveLength(3);
  });
});

describe('the types of a handler', () => {
  it('take every declared status and no other', () => {
    const declared: ChannelsAnswerReply[] = [
      { status: 204 },
      { status: 404, message: 'no channel' },
      { status: 412, message: 'not now' },
    ];
    // @ts-expect-error 418 is not declared for channels.answer
    const undeclared: ChannelsAnswerReply = { status: 418, message: 'short and stout' };

    expect([...declared, undeclared]).toHaveLength(4);
  });

  it('ask for the place of what was created', () => {
    const playback = { id: 'p', media_uri: 'sound:x', target_uri: 'channel:c', state: 'queued' } as const;
    const placed: ChannelsPlayReply = { status: 201, body: playback, location: '/playbacks/p' };
    // @ts-expect-error a 201 without its location
    const lost: ChannelsPlayReply = { status: 201, body: playback };

    expect(placed.location).toBe('/playbacks/p');
    expect(lost).not.toHaveProperty('location');
  });

  it('refuse a handler that invents a status or forgets the body', () => {
    // @ts-expect-error 409 is not declared for sounds.get
    const inventive: SoundsOperations['get'] = () => ({ status: 409, message: 'busy' });
    // @ts-expect-error a 200 without its sound
    const forgetful: SoundsOperations['get'] = () => ({ status: 200 });
    // @ts-expect-error the upgrade to a websocket is no handler
    type Upgrade = EventsOperations['eventWebsocket'];

    expect([inventive, forgetful]).toHaveLength(2);
    expect({} satisfies Partial<Upgrade>).toEqual({});
  });

  it('narrow an event by its type', () => {
    const nameOf = (event: Event): string => {
      if (event.type === 'StasisStart') return event.channel.name;
      if (event.type === 'ChannelDtmfReceived') return event.digit;
      // @ts-expect-error most events have no digit
      return String(event.digit);
    };

    expect(nameOf({ type: 'ChannelDtmfReceived', digit: '5' } as Event)).toBe('5');
    expect(eventTypes).toContain('ChannelTransfer');
  });
});
