import type { Phone as PhoneModel, PhoneCall as PhoneCallModel } from '../../generated/models';
import type { PhonesOperations } from '../../generated/operations';
import type { PhoneStep } from '../config/phones/phone-script';
import { readPhoneScript, writePhoneScript } from '../config/phones/phone-script';
import type { SimulatedPhoneConfig } from '../config/phones/simulated-phone';
import { isPhoneName, usualOnCall } from '../config/phones/simulated-phone';
import type { Refusal } from '../contract/handler';
import type { IntakeRefusal } from '../engine/calls/technology/call-intake';
import { quoted } from './quoted';
import { needRoom } from './room';
import { variableTexts } from './variable-texts';

/** A call of a phone, as far as it is shown. */
export interface ShownPhoneCall {
  readonly channel: { readonly id: string };
  readonly direction: PhoneCallModel['direction'];
  readonly state: PhoneCallModel['state'];
  readonly isHeld: boolean;
  readonly sound: { readonly heardMilliseconds: number };
}

/** A phone, as far as it is shown. */
export interface ShownPhone<Call extends ShownPhoneCall> {
  readonly name: string;
  readonly config: SimulatedPhoneConfig;
  readonly onCall: readonly PhoneStep[];
  readonly deviceState: string;
  readonly calls: readonly Call[];
}

/** What can be done with simulated phones; the driver does it. */
export interface PhoneDesk<Call extends ShownPhoneCall, Phone extends ShownPhone<Call>> {
  readonly list: () => readonly Phone[];
  readonly find: (name: string) => Phone | undefined;
  readonly add: (config: SimulatedPhoneConfig) => Phone;
  readonly remove: (name: string) => boolean;
  readonly place: (
    phone: Phone,
    call: {
      readonly extension: string;
      readonly context: string | undefined;
      readonly callerId: string | undefined;
      readonly variables: Readonly<Record<string, string>>;
      readonly script: readonly PhoneStep[];
    },
  ) => { readonly outcome: 'placed'; readonly call: Call } | IntakeRefusal;
  readonly run: (phone: Phone, call: Call, steps: readonly PhoneStep[]) => Promise<void>;
}

type PhoneCalls = 'call' | 'act';

export const phoneHandlers = <Call extends ShownPhoneCall, Phone extends ShownPhone<Call>>(
  phones: PhoneDesk<Call, Phone>,
): PhonesOperations => ({ ...phoneObjects(phones), ...phoneCalls(phones) });

const phoneObjects = <Call extends ShownPhoneCall, Phone extends ShownPhone<Call>>(
  phones: PhoneDesk<Call, Phone>,
): Omit<PhonesOperations, PhoneCalls> => ({
  list: () => ({ status: 200, body: phones.list().map(presentPhone) }),

  get: ({ phoneName }) => {
    const phone = phones.find(phoneName);
    return phone === undefined ? noPhone(phoneName) : { status: 200, body: presentPhone(phone) };
  },

  update: ({ phoneName: name, onCall, callerId, context }) => {
    if (!isPhoneName(name)) return badName(name);
    const before = phones.find(name);
    if (before === undefined) needRoom('phones', phones.list().length);
    const { config = { callerId: '', context: 'default', language: '' } } = before ?? {};
    const script = onCall ?? (before === undefined ? usualOnCall : writePhoneScript(before.onCall));
    const read = readPhoneScript(script);
    if ('problem' in read) return badScript('onCall', read.problem);
    const changes = { callerId: callerId ?? config.callerId, context: context ?? config.context };
    const phone = phones.add({ name, language: config.language, ...changes, onCall: read.steps });
    return { status: 200, body: presentPhone(phone) };
  },

  delete: ({ phoneName }) => (phones.remove(phoneName) ? { status: 204 } : noPhone(phoneName)),
});

const phoneCalls = <Call extends ShownPhoneCall, Phone extends ShownPhone<Call>>(
  phones: PhoneDesk<Call, Phone>,
): Pick<PhonesOperations, PhoneCalls> => ({
  call: ({ phoneName, extension, context, callerId, variables, script = '' }) => {
    const phone = phones.find(phoneName);
    if (phone === undefined) return noPhone(phoneName);
    const read = readPhoneScript(script);
    if ('problem' in read) return badScript('script', read.problem);
    const texts = Object.fromEntries(variableTexts(variables));
    const placed = phones.place(phone, { extension, context, callerId, variables: texts, script: read.steps });
    switch (placed.outcome) {
      case 'placed':
        return { status: 200, body: presentCall(placed.call) };
      case 'no-extension': {
        const place = quoted(`${extension}@${context ?? phone.config.context}`);
        return { status: 404, message: `there is no extension ${place}` };
      }
      case 'unavailable':
        return { status: 503, message: placed.reason };
    }
  },

  act: ({ phoneName, script, channelId }) => {
    const phone = phones.find(phoneName);
    if (phone === undefined) return noPhone(phoneName);
    const read = readPhoneScript(script);
    if ('problem' in read) return badScript('script', read.problem);
    if (read.steps.length === 0) return badScript('script', 'it has no step: give one or more');
    const call = phone.calls.findLast(({ channel: { id } }) => channelId === undefined || id === channelId);
    if (call === undefined) return { status: 404, message: noCall(phoneName, channelId) };
    void phones.run(phone, call, read.steps);
    return { status: 202 };
  },
});

function presentPhone<Call extends ShownPhoneCall>(phone: ShownPhone<Call>): PhoneModel {
  const { name, config, onCall, deviceState, calls } = phone;
  return {
    name,
    caller_id: config.callerId,
    context: config.context,
    on_call: writePhoneScript(onCall),
    state: deviceState,
    calls: calls.map(presentCall),
  };
}

function presentCall({ channel, direction, state, isHeld, sound }: ShownPhoneCall): PhoneCallModel {
  return { channel_id: channel.id, direction, state, held: isHeld, heard: sound.heardMilliseconds };
}

function badName(name: string): Refusal<400> {
  return { status: 400, message: `phoneName: use letters, digits and the signs . _ - + *, got ${quoted(name)}` };
}

function noPhone(name: string): Refusal<404> {
  return { status: 404, message: `there is no phone ${quoted(name)}: PUT /phones/{phoneName} makes one` };
}

function noCall(name: string, channelId: string | undefined): string {
  return channelId === undefined
    ? `the phone ${quoted(name)} has no call`
    : `the phone ${quoted(name)} has no call on the channel ${quoted(channelId)}`;
}

function badScript(parameter: string, problem: string): Refusal<400> {
  return { status: 400, message: `${parameter}: ${problem}` };
}
