import type { OutgoingMessage, ReferRequest } from '../../src/engine/messaging';
import { Messaging } from '../../src/engine/messaging';
import { anEngine } from './engine-rig';

const aMessage = (to: string): OutgoingMessage => ({ to, from: 'me', body: 'hi', variables: new Map() });
const aRefer = (to: string): ReferRequest => ({
  to,
  from: 'me',
  referTo: 'sip:x',
  toSelf: false,
  displayName: undefined,
  variables: new Map(),
});

describe('messaging', () => {
  it('hands a message to the technology in front of the first colon, in lower case', async () => {
    const messaging = new Messaging(anEngine());
    const sent: string[] = [];
    messaging.register({
      technology: 'pjsip',
      send: async ({ to }) => {
        sent.push(to);
        return { outcome: 'taken' };
      },
    });

    expect(await messaging.send(aMessage('pjsip:sip:bob@example.com'))).toEqual({ outcome: 'taken' });
    expect(sent).toEqual(['pjsip:sip:bob@example.com']);
  });

  it('passes on why a technology refused', async () => {
    const messaging = new Messaging(anEngine());
    messaging.register({ technology: 'pjsip', refer: async () => ({ outcome: 'refused', reason: 'nobody is home' }) });

    expect(await messaging.refer(aRefer('pjsip:alice'))).toEqual({ outcome: 'refused', reason: 'nobody is home' });
  });

  it.each([
    ['xmpp:alice', 'xmpp'],
    ['alice', ''],
    [':alice', ''],
    ['', ''],
  ])('finds no technology for %j', async (to, technology) => {
    const messaging = new Messaging(anEngine());
    messaging.register({ technology: 'pjsip' });

    expect(await messaging.send(aMessage(to))).toEqual({ outcome: 'no-technology', technology });
    expect(await messaging.refer(aRefer(to))).toEqual({ outcome: 'no-technology', technology });
  });

  it('finds no technology where the one there is cannot do it, or has gone', async () => {
    const messaging = new Messaging(anEngine());
    const leave = messaging.register({ technology: 'pjsip', send: async () => ({ outcome: 'taken' }) });

    expect(await messaging.refer(aRefer('pjsip:x'))).toEqual({ outcome: 'no-technology', technology: 'pjsip' });
    expect(() => messaging.register({ technology: 'PJSIP' })).toThrow('PJSIP carries messages already');
    leave();
    leave();
    expect(await messaging.send(aMessage('pjsip:x'))).toEqual({ outcome: 'no-technology', technology: 'pjsip' });
  });
});
