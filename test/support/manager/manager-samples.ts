import type { Sent } from './manager-client';

export const samplePhones = '[general]\nbind = 127.0.0.1:0\n[alice]\npassword = alice-secret-1\n';

/** For each action: parameters that it accepts, and the answer to them. `SampleStage` makes what they name. */
export const sampleActions: Readonly<Record<string, { readonly sent?: Sent; readonly expected: object }>> = {
  Challenge: { sent: { AuthType: 'MD5' }, expected: { Challenge: expect.stringMatching(/^\d+$/) as string } },
  Login: { sent: { Username: 'admin', Secret: 'secret' }, expected: { Message: 'Already logged in' } },
  Ping: { expected: { Ping: 'Pong' } },
  Events: { sent: { EventMask: 'call,user' }, expected: { Events: 'On' } },
  Filter: { sent: { Operation: 'Add', Filter: '!Event: Nothing' }, expected: { Message: 'Filter Added Successfully' } },
  WaitEvent: { sent: { Timeout: '1' }, expected: { EventList: 'start', Message: 'Waiting for Event completed.' } },
  Originate: {
    sent: { Channel: 'Local/wait@default', Context: 'default', Exten: 'wait', Priority: '1' },
    expected: { Message: 'Originate successfully queued' },
  },
  CoreShowChannels: { expected: { EventList: 'start' } },
  Status: { sent: { Channel: 'a' }, expected: { EventList: 'start' } },
  Hangup: { sent: { Channel: 'a' }, expected: { Message: 'Channel Hungup' } },
  Bridge: { sent: { Channel1: 'a', Channel2: 'b' }, expected: { Message: 'Channels have been bridged' } },
  BridgeList: { expected: { EventList: 'start' } },
  BridgeInfo: { sent: { BridgeUniqueid: 'the-bridge' }, expected: { EventList: 'start' } },
  BridgeDestroy: { sent: { BridgeUniqueid: 'the-bridge' }, expected: { Message: 'Bridge has been destroyed' } },
  BridgeKick: { sent: { Channel: 'kicked' }, expected: { Message: 'Channel has been kicked' } },
  Redirect: {
    sent: { Channel: 'a', Context: 'default', Exten: 'wait', Priority: '1' },
    expected: { Message: 'Redirect successful' },
  },
  BlindTransfer: {
    sent: { Channel: 'kicked', Context: 'default', Exten: 'wait' },
    expected: { Message: 'Transfer succeeded' },
  },
  Atxfer: {
    sent: { Channel: 'kicked', Context: 'default', Exten: 'wait' },
    expected: { Message: 'Atxfer successfully queued' },
  },
  PlayDTMF: { sent: { Channel: 'a', Digit: '5' }, expected: { Message: 'DTMF successfully queued' } },
  SendText: { sent: { Channel: 'a', Message: 'hello' }, expected: { Response: 'Success' } },
  AbsoluteTimeout: { sent: { Channel: 'a', Timeout: '60' }, expected: { Message: 'Timeout Set' } },
  AGI: {
    sent: { Channel: 'a', Command: 'NOOP', CommandID: 'x' },
    expected: { Message: 'Added AGI command to queue' },
  },
  MessageSend: {
    sent: { To: 'pjsip:alice', From: 'sip:us@example.org', Body: 'hello' },
    expected: { Message: 'Message successfully sent' },
  },
  Getvar: {
    sent: { Channel: 'a', Variable: 'CHANNEL(name)' },
    expected: { Value: expect.stringMatching(/^Local/) as string },
  },
  Setvar: { sent: { Variable: 'COLOUR', Value: 'blue' }, expected: { Message: 'Variable Set' } },
  DBPut: { sent: { Family: 'f', Key: 'k', Val: 'v' }, expected: { Message: 'Updated database successfully' } },
  DBGet: { sent: { Family: 'kept', Key: 'k' }, expected: { EventList: 'start' } },
  DBDel: { sent: { Family: 'kept', Key: 'k' }, expected: { Message: 'Key deleted successfully' } },
  DBDelTree: { sent: { Family: 'kept' }, expected: { Message: 'Key tree deleted successfully' } },
  MailboxCount: { sent: { Mailbox: '6001@default' }, expected: { NewMessages: '2', OldMessages: '1' } },
  MailboxStatus: { sent: { Mailbox: '6001@default' }, expected: { Waiting: '1' } },
  MWIGet: { sent: { Mailbox: '/^60/' }, expected: { EventList: 'start' } },
  MWIUpdate: { sent: { Mailbox: '6002@default', NewMessages: '1' }, expected: { Response: 'Success' } },
  MWIDelete: { sent: { Mailbox: '6001@default' }, expected: { Response: 'Success' } },
  DeviceStateList: { expected: { EventList: 'start' } },
  ExtensionState: {
    sent: { Exten: 'hinted' },
    expected: { Hint: 'PJSIP/alice', Status: '0', StatusText: 'Idle' },
  },
  ExtensionStateList: { expected: { EventList: 'start' } },
  PJSIPQualify: { sent: { Endpoint: 'alice' }, expected: { Message: 'Endpoint found, will qualify' } },
  PJSIPNotify: {
    sent: { Endpoint: 'alice', Variable: 'Event=check-sync' },
    expected: { Message: 'NOTIFY sent' },
  },
  PJSIPShowEndpoints: { expected: { EventList: 'start' } },
  PJSIPShowEndpoint: { sent: { Endpoint: 'alice' }, expected: { EventList: 'start' } },
  PJSIPShowContacts: { expected: { EventList: 'start' } },
  PJSIPShowAors: { expected: { EventList: 'start' } },
  PJSIPShowRegistrationsInbound: { expected: { EventList: 'start' } },
  PJSIPShowRegistrationsOutbound: { expected: { EventList: 'start' } },
  Reload: { sent: { Module: 'logger' }, expected: { Message: 'Module Reloaded' } },
  ModuleCheck: { sent: { Module: 'app_echo' }, expected: { Response: 'Success' } },
  ModuleLoad: { sent: { Module: 'logger', LoadType: 'reload' }, expected: { Message: 'Module reloaded.' } },
  CoreStatus: { expected: { CoreCurrentCalls: expect.stringMatching(/^\d+$/) as string } },
  CoreSettings: { expected: { AMIversion: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string } },
  UserEvent: { sent: { UserEvent: 'Lunch', Where: 'canteen' }, expected: { Message: 'Event Sent' } },
  Command: {
    sent: { Command: 'core show version' },
    expected: { Output: expect.stringMatching(/^Patchbay/) as string },
  },
  ListCommands: { expected: { Ping: expect.stringContaining('(Priv: <none>)') as string } },
  Logoff: { expected: { Response: 'Goodbye' } },
};

export const sampleDialplan = `
[default]
exten => wait,1,Answer()
 same => n,Wait(600)
exten => driven,1,Answer()
 same => n,AGI(agi:async)
exten => meet,1,Answer()
 same => n,BridgeWait(meeting)
exten => hinted,hint,PJSIP/alice
exten => hinted,1,Wait(600)
`;
