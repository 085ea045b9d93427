import type { ChannelsOriginateRequest, Client } from '../../generated/client';
import type { Channel } from '../../generated/models';

/**
 * Nothing here runs: the compiler is the judge. Each `@ts-expect-error` fails the build as soon as the line below it
 * compiles, and each other line as soon as it does not.
 */
const judgedByTheCompiler = (use: (client: Client) => unknown): void => expect(use).toBeInstanceOf(Function);

describe('the types of events', () => {
  it('know the fields of each event by its name', () => {
    judgedByTheCompiler((client) => client.on('StasisStart', ({ channel, args }) => void [channel.id, args[0]]));
    judgedByTheCompiler((client) => client.on('ChannelDtmfReceived', async ({ digit }) => void digit.length));
  });

  it('refuse an event that the spec does not declare', () => {
    judgedByTheCompiler((client) =>
      // @ts-expect-error the event is called StasisStart
      client.on('StasisStarted', () => undefined),
    );
  });

  it('refuse a field that the event does not have', () => {
    judgedByTheCompiler((client) =>
      // @ts-expect-error a StasisStart has no digit
      client.on('StasisStart', ({ digit }) => void digit),
    );
    judgedByTheCompiler((client) =>
      // @ts-expect-error a channel has an id, not an identifier
      client.on('StasisStart', ({ channel }) => void channel.identifier),
    );
  });

  it('narrow the union of all events by `type`', () => {
    judgedByTheCompiler((client) =>
      client.onAny((event) => {
        // @ts-expect-error not every event has a channel
        void event.channel;
        if (event.type === 'StasisStart') void event.channel.id;
      }),
    );
  });

  it('refuse to change what arrived', () => {
    judgedByTheCompiler((client) =>
      client.on('StasisStart', ({ channel }) => {
        // @ts-expect-error an event is a fact
        channel.name = 'other';
      }),
    );
  });

  it('know the notices about the connection', () => {
    judgedByTheCompiler((client) => client.connection.on('reconnecting', ({ delayMs }) => void (delayMs + 1)));
    judgedByTheCompiler((client) =>
      // @ts-expect-error there is no such notice
      client.connection.on('reconnected', () => undefined),
    );
  });
});

describe('the types of requests', () => {
  it('let out what has a default, and nothing that is required', () => {
    const request: ChannelsOriginateRequest = { endpoint: 'Local/100@default', app: 'hello' };
    judgedByTheCompiler((client) => client.channels.originate({ ...request, timeout: 5 }));
    judgedByTheCompiler((client) =>
      // @ts-expect-error the endpoint is required
      client.channels.originate({ app: 'hello' }),
    );
    judgedByTheCompiler((client) =>
      // @ts-expect-error the channel is required
      client.channels.answer(),
    );
  });

  it('refuse a parameter that the operation does not have', () => {
    judgedByTheCompiler((client) =>
      // @ts-expect-error the parameter is called endpoint
      client.channels.originate({ endpoint: 'Local/1', app: 'hello', endPoint: 'Local/1' }),
    );
    judgedByTheCompiler((client) =>
      // @ts-expect-error listing takes no parameters
      client.channels.list({ state: 'Up' }),
    );
  });

  it('refuse a value of the wrong kind', () => {
    judgedByTheCompiler((client) =>
      // @ts-expect-error a list
      client.channels.play({ channelId: 'c1', media: 'sound:hello-world' }),
    );
    judgedByTheCompiler((client) =>
      // @ts-expect-error in, out or both
      client.channels.mute({ channelId: 'c1', direction: 'left' }),
    );
  });

  it('refuse an operation that does not exist, and the upgrade, which is not a request', () => {
    judgedByTheCompiler((): (keyof Client['channels'])[] => [
      'answer',
      // @ts-expect-error there is no such operation
      'explode',
    ]);
    judgedByTheCompiler((): (keyof Client['events'])[] => [
      'claimChannel',
      // @ts-expect-error `connect` does this
      'eventWebsocket',
    ]);
  });
});

describe('the types of answers', () => {
  it('are the bodies that the spec declares', () => {
    judgedByTheCompiler(async (client) => {
      const channel: Channel = await client.channels.get({ channelId: 'c1' });
      const channels: readonly Channel[] = await client.channels.list();
      const nothing: void = await client.channels.answer({ channelId: 'c1' });
      const file: Uint8Array = await client.recordings.getStoredFile({ recordingName: 'r1' });
      return [channel, channels, nothing, file];
    });
    judgedByTheCompiler(async (client) => {
      // @ts-expect-error a list of channels is not a channel
      const channel: Channel = await client.channels.list();
      return channel;
    });
  });
});
