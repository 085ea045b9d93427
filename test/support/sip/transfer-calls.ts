import type { SipMessage, SipRequest } from '../../../src/sip/message/message';
import { cSeqHeader } from '../../../src/sip/message/headers/number-headers';
import { callIdHeader } from '../../../src/sip/message/headers/token-headers';
import { makeResponse } from '../../../src/sip/message/make-response';
import { fromHeader, toHeader } from '../../../src/sip/message/headers/address-headers';
import { tagOf } from '../../../src/sip/message/headers/name-addr';
import { until } from '../calls/call-events';
import { PhoneCall, sdpAt } from '../calls/phone-call';
import type { SipPhone } from './sip-phone';
import type { SipRig } from './sip-rig';
import type { AppSocket, Message } from '../sockets/socket-peer';

export interface BridgedPhones {
  readonly alice: PhoneCall;
  readonly aliceId: string;
  readonly bob: PhoneCall;
}

/** A call of alice with bob, whose channel is `b1`, in the bridge `br1` of the application. */
export async function bridgedPhones(rig: SipRig, app: AppSocket): Promise<BridgedPhones> {
  const phone = await rig.registered('bob');
  const { call: alice, id: aliceId } = await rig.answered(await rig.phone('alice'), app);
  const bob = await calledFrom(rig, app, { phone, channel: 'b1' });
  await rig.rest.post('/bridges/br1?type=mixing');
  await rig.rest.post(`/bridges/br1/addChannel?channel=${aliceId},b1`);
  await until(app, 'ChannelEnteredBridge br1 b1');
  return { alice, aliceId, bob };
}

/** The application calls a phone, which answers. */
export async function calledFrom(
  rig: SipRig,
  app: AppSocket,
  { phone, channel }: { readonly phone: SipPhone; readonly channel: string },
): Promise<PhoneCall> {
  await rig.rest.post(`/channels/${channel}?endpoint=PJSIP/${phone.name}&app=hello`);
  const call = await PhoneCall.receive(phone);
  call.respond(200, { sdp: sdpAt(40_002) });
  await until(app, `StasisStart ${channel}`);
  return call;
}

/** Refer-To of an extension, or of another call of the phone, which it is to be connected with. */
export function referTo(call: PhoneCall, extension: string, replaced?: PhoneCall): string {
  const uri = `sip:${extension}@${call.phone.serverUri}`;
  return replaced === undefined ? `<${uri}>` : `<${uri}?Replaces=${encodeURIComponent(replacesText(replaced))}>`;
}

/** The dialog of a call that the phone has placed, as the server has to be told of it; it may still ring. */
export function replacesText(call: PhoneCall): string {
  const answer = messagesOf(call).findLast(
    (message) =>
      message.kind === 'response' &&
      message.status > 100 &&
      message.status < 300 &&
      sequenceOf(message)?.method === 'INVITE',
  );
  if (answer === undefined) throw new Error('the call was not answered');
  const [local, remote] = [answer.headers.get(fromHeader), answer.headers.get(toHeader)];
  return `${call.callId};to-tag=${(remote && tagOf(remote)) ?? ''};from-tag=${(local && tagOf(local)) ?? ''}`;
}

/** The bodies and states of the NOTIFYs of a call until the last one of a subscription; each is answered. */
export async function notified(call: PhoneCall): Promise<string[]> {
  const told = (): readonly SipRequest[] => requestsOf(call, 'NOTIFY');
  await call.phone.until(
    () => told().find(({ headers }) => headers.raw('Subscription-State')?.startsWith('terminated')),
    () => 'no subscription has ended',
  );
  return told().map((notify) => {
    call.phone.send(makeResponse(notify, 200));
    const [state = ''] = notify.headers.raw('Subscription-State')?.split(';') ?? [];
    return `${notify.body.toString().trim()} ${state}`;
  });
}

/** Requests of the server in a call; what was sent again counts once. */
export function requestsOf(call: PhoneCall, method: string): readonly SipRequest[] {
  const known = new Set<number | undefined>();
  return messagesOf(call).filter((message): message is SipRequest => {
    const sequence = sequenceOf(message);
    if (message.kind !== 'request' || message.method !== method || known.has(sequence?.sequence)) return false;
    known.add(sequence?.sequence);
    return true;
  });
}

function messagesOf(call: PhoneCall): readonly SipMessage[] {
  return call.phone.received.filter(({ headers }) => headers.get(callIdHeader) === call.callId);
}

const sequenceOf = ({ headers }: SipMessage) => headers.get(cSeqHeader);

/** The next event of a type. */
export async function nextOf(app: AppSocket, type: string): Promise<Message> {
  for (;;) {
    const event = await app.next();
    if (event.type === type) return event;
  }
}
