import { defineModule } from './define-module';

/** Modules that bring applications of the dialplan. An application that is added to the server gets its name here. */
export const applicationModules = {
  app_amd: defineModule('Answering Machine Detection Application', {
    applications: ['AMD'],
    reload: ({ configuration, media }) => media.reread.answeringMachine(configuration.read().config),
  }),
  app_audiosocket: defineModule('AudioSocket Application', {
    applications: ['AudioSocket'],
    dependsOn: ['res_audiosocket'],
  }),
  app_bridgeaddchan: defineModule('Bridge Add Channel Application', { applications: ['BridgeAdd'] }),
  app_bridgewait: defineModule('Waiting in a holding bridge', {
    applications: ['BridgeWait'],
    dependsOn: ['bridge_holding'],
  }),
  app_chanisavail: defineModule('Check channel availability', { applications: ['ChanIsAvail'] }),
  app_channelredirect: defineModule('Sends another channel elsewhere in the dialplan', {
    applications: ['ChannelRedirect'],
  }),
  app_chanspy: defineModule('Listen to the audio of an active channel', { applications: ['ChanSpy', 'ExtenSpy'] }),
  app_confbridge: defineModule('Conference Bridge Application', {
    applications: ['ConfBridge', 'ConfKick'],
    functions: ['CONFBRIDGE', 'CONFBRIDGE_CHANNELS', 'CONFBRIDGE_INFO'],
    reload: ({ configuration, calls }) => calls.plan.conferences.reconfigure(configuration.read().config.conferences),
  }),
  app_controlplayback: defineModule('Control Playback Application', { applications: ['ControlPlayback'] }),
  app_db: defineModule('Database Access Functions', { applications: ['DBdel', 'DBdeltree'] }),
  app_dial: defineModule('Dialing Application', { applications: ['Dial', 'RetryDial'] }),
  app_directed_pickup: defineModule('Directed Call Pickup Application', { applications: ['Pickup', 'PickupChan'] }),
  app_dumpchan: defineModule('Dump Info About The Calling Channel', { applications: ['DumpChan'] }),
  app_echo: defineModule('Simple Echo Application', { applications: ['Echo'] }),
  app_exec: defineModule('Executes dialplan applications', { applications: ['Exec', 'ExecIf', 'TryExec'] }),
  app_if: defineModule('If Branch and Conditional Execution', {
    applications: ['Else', 'ElseIf', 'EndIf', 'ExitIf', 'If'],
  }),
  app_milliwatt: defineModule('Digital Milliwatt (mu-law) Test Application', { applications: ['Milliwatt'] }),
  app_mixmonitor: defineModule('Mixed Audio Monitoring Application', {
    applications: ['MixMonitor', 'StopMixMonitor'],
    serve: ({ media }, hold) => media.monitors.holds.provide(hold),
  }),
  app_originate: defineModule('Originate call', { applications: ['Originate'] }),
  app_page: defineModule('Page Multiple Phones', { applications: ['Page'] }),
  app_playback: defineModule('Sound File Playback Application', {
    applications: ['Playback'],
    reload: ({ media }) => media.reread.sounds(),
  }),
  app_playtones: defineModule('Playtones Application', { applications: ['PlayTones', 'StopPlayTones'] }),
  app_read: defineModule('Read Variable Application', { applications: ['Read'] }),
  app_readexten: defineModule('Reads an extension and says whether it is valid', { applications: ['ReadExten'] }),
  app_record: defineModule('Trivial Record Application', { applications: ['Record'] }),
  app_reload: defineModule('Reload module(s)', { applications: ['Reload'] }),
  app_sayunixtime: defineModule('Say time', { applications: ['DateTime', 'SayUnixTime'] }),
  app_senddtmf: defineModule('Send DTMF digits Application', { applications: ['SendDTMF'] }),
  app_sendtext: defineModule('Send and Receive Text Applications', { applications: ['SendText'] }),
  app_signal: defineModule('Channel Signaling Applications', { applications: ['Signal', 'WaitForSignal'] }),
  app_softhangup: defineModule('Hangs up another channel', { applications: ['SoftHangup'] }),
  app_stack: defineModule('Dialplan subroutines (Gosub, Return, etc)', {
    applications: ['Gosub', 'GosubIf', 'Return', 'StackPop'],
    functions: ['LOCAL', 'LOCAL_PEEK', 'STACK_PEEK'],
  }),
  app_system: defineModule('Generic System() application', { applications: ['System', 'TrySystem'] }),
  app_talkdetect: defineModule('Playback with Talk Detection', { applications: ['BackgroundDetect'] }),
  app_transfer: defineModule('Transfers a caller to another extension', { applications: ['Transfer'] }),
  app_userevent: defineModule('Custom User Event Application', { applications: ['UserEvent'] }),
  app_verbose: defineModule('Send verbose output', { applications: ['Log', 'Verbose'] }),
  app_waitforcond: defineModule('Wait until condition is true', { applications: ['WaitForCondition'] }),
  app_waitforsilence: defineModule('Wait For Silence/Noise', { applications: ['WaitForNoise', 'WaitForSilence'] }),
  app_waituntil: defineModule('Wait until specified time', { applications: ['WaitUntil'] }),
  app_while: defineModule('While Loops and Conditional Execution', {
    applications: ['ContinueWhile', 'EndWhile', 'ExitWhile', 'While'],
  }),
};
