import type { FunctionSection } from './reference';

const presentations =
  '`allowed`, `allowed_not_screened`, `allowed_passed_screen`, `allowed_failed_screen`, `prohib`, `prohib_not_screened`, `prohib_passed_screen`, `prohib_failed_screen`, `unavailable`';

export const channelSection: FunctionSection = {
  title: 'The channel',
  entries: {
    CHANNEL: {
      about: 'Facts and settings of the channel, and what its technology knows.',
      syntax: 'item',
      access: 'read and write',
      arguments: {
        'name, channeltype, state, uniqueid, linkedid, callid': 'what it is; read only',
        'context, exten, appname, appdata': 'where it is in the dialplan; read only',
        checkhangup: '1 when it is being hung up; read only',
        'language, musicclass, tonezone, accountcode, tenantid': 'settings',
        'rxgain, txgain': 'decibels for what comes and what goes, from -40 to 40',
        digitdetect: '`on`: digits that come as sound count, too',
        'hangup_handler_push, hangup_handler_pop, hangup_handler_wipe':
          'subroutines that run when the channel is hung up; write only',
        'audioreadformat, audiowriteformat, audionativeformat': 'formats; read only',
        'pjsip,…':
          'of a call over SIP: `call-id`, `secure`, `target_uri`, `local_uri`, `remote_uri`, `local_tag`, `remote_tag`, `request_uri`, `local_addr`, `remote_addr`, `t38state`; read only',
        'rtp,…': 'of its audio: `src`, `dest`, `direct`, `hold`, `secure`; read only',
        'rtcp,…':
          'figures of its audio, named as in `rtp_statistics`: `rxcount`, `txploss`, `rtt`, `local_maxjitter`, …; `all`, `all_jitter`, `all_loss`, `all_rtt`, `all_mes` for summaries; read only',
        'endpoint, aor, contact':
          'of a SIP call: its endpoint, the address of record that was called (of a caller: the first one of its endpoint), and the contact that was called, as `PJSIP_CONTACT` takes it; read only',
      },
    },
    CALLERID: {
      about: 'Who calls. With a second argument it takes that one apart.',
      syntax: 'item[,caller]',
      access: 'read and write',
      arguments: {
        'all, name, num': '`"Anna" <100>`, its name, its number',
        'pres, name-pres, num-pres': presentations,
        'RDNIS, ANI, DNID': 'from where the call was diverted, who pays, what was dialled',
        'subaddr…, tag, ANI-…, priv-…': 'kept as they are written',
      },
    },
    CALLERPRES: { about: 'Whether the caller may be shown.', syntax: '', access: 'read and write' },
    CONNECTEDLINE: {
      about: 'Who is at the other end. The far end is told of a change.',
      syntax: 'item[,i]',
      access: 'read and write',
      arguments: { item: 'as with `CALLERID`', i: 'the far end is not told' },
    },
    REDIRECTING: {
      about: 'Which party diverted the call, and why.',
      syntax: 'item',
      access: 'read and write',
      arguments: {
        'orig-…, from-…, to-…': '`all`, `name`, `num`, `pres` … of each',
        'reason, orig-reason':
          '`away`, `cf_dte`, `cfb`, `cfnr`, `cfu`, `deflection`, `dnd`, `follow_me`, `out_of_order`, `send_to_vm`, `time_of_day`, `unavailable`, `unknown`',
        count: 'how often',
      },
    },
    TIMEOUT: {
      about: 'Times in seconds.',
      syntax: 'absolute|digit|response',
      access: 'read and write',
      arguments: {
        absolute: 'the call ends then, or goes to the extension `T`; 0 for never',
        digit: 'between two digits: 5',
        response: 'for the first one: 10',
      },
    },
    HANGUPCAUSE: {
      about: 'Why a channel that `Dial` has called ended.',
      syntax: 'channel[,ast|tech]',
      access: 'read',
    },
    HANGUPCAUSE_KEYS: { about: 'The channels that can be asked for.', syntax: '', access: 'read' },
    EXCEPTION: {
      about: 'In the extension `e`: what has happened.',
      syntax: 'reason|context|exten|priority',
      access: 'read',
    },
    CONFBRIDGE: {
      about: 'An option of the conference that the call will enter, as in `confbridge.conf`.',
      syntax: 'bridge|user|menu,option',
      access: 'write',
      arguments: { template: 'as an option: the profile to start from', clear: 'as an option: forgets all of them' },
    },
    HOLD_INTERCEPT: {
      about: 'Reports hold and unhold instead of carrying it out.',
      syntax: 'set|remove',
      access: 'write',
    },
    MUTEAUDIO: {
      about: 'Silences what comes, what goes, or both.',
      syntax: 'in|out|all',
      access: 'write',
    },
    VOLUME: {
      about: 'Makes the sound this many times as loud, or as soft where it is negative; 0 leaves it.',
      syntax: 'TX|RX[,p]',
      access: 'read and write',
      arguments: { p: 'the caller changes it with `*` and `#`' },
    },
    TALK_DETECT: {
      about: 'Reports talking: `ChannelTalkingStarted`, `ChannelTalkingFinished`.',
      syntax: 'set|remove',
      access: 'write',
      arguments: {
        set: 'the value is `[silence][,level]`: milliseconds that end talking, and from which level on it is some',
      },
    },
    TONE_DETECT: {
      about: 'Reports a tone: `ChannelToneDetected`. Reads how often it has come.',
      syntax: 'frequency[,milliseconds[,options]]',
      access: 'read and write',
      arguments: {
        'rx, tx': 'for reading',
        options: '`g(place)` goes there, `n(count)` only after this many, `x` ends it',
      },
    },
    GROUP: {
      about: 'The group that the channel counts in.',
      syntax: '[category]',
      access: 'read and write',
    },
    GROUP_COUNT: { about: 'How many channels are in a group.', syntax: '[group][@category]', access: 'read' },
    GROUP_MATCH_COUNT: {
      about: 'How many are in groups that an expression fits.',
      syntax: 'expression[@category]',
      access: 'read',
    },
    GROUP_LIST: { about: 'The groups of the channel.', syntax: '', access: 'read' },
    MESSAGE: {
      about:
        'The text message of the channel: the one that it was given, or the one that MessageSend() sends. ' +
        'Writing `mark_all_outbound` to custom_data sends along all data that has come, `clear_all_outbound` none.',
      syntax: 'to|from|body|custom_data',
      access: 'read and write',
    },
    MESSAGE_DATA: {
      about: 'Further data of it: header fields of the message that has come. What is written is sent along.',
      syntax: 'key',
      access: 'read and write',
    },
  },
};

export const otherChannelSection: FunctionSection = {
  title: 'Other channels, and the server',
  entries: {
    CHANNELS: { about: 'The names of all channels that an expression fits.', syntax: '[expression]', access: 'read' },
    CHANNEL_EXISTS: { about: '1 when there is such a channel.', syntax: 'channel', access: 'read' },
    CONFBRIDGE_INFO: {
      about: 'How many are in a conference, or 1 when it is locked.',
      syntax: 'parties|admins|marked|muted|active|waiting|locked,conference',
      access: 'read',
    },
    CONFBRIDGE_CHANNELS: {
      about: 'The names of their channels.',
      syntax: 'parties|admins|marked|muted|active|waiting,conference',
      access: 'read',
    },
    IMPORT: { about: 'A variable of another channel.', syntax: 'channel,variable', access: 'read' },
    MASTER_CHANNEL: {
      about: 'A variable of the channel that the call began with.',
      syntax: 'variable',
      access: 'read and write',
    },
    SHARED: {
      about: 'A variable that other channels can read and write.',
      syntax: 'variable[,channel]',
      access: 'read and write',
    },
    GLOBAL: { about: 'A global variable.', syntax: 'variable', access: 'read and write' },
    GLOBAL_EXISTS: { about: '1 when it is set.', syntax: 'variable', access: 'read' },
    DEVICE_STATE: {
      about: 'The state of a device. Those called `Custom:…` can be written.',
      syntax: 'device',
      access: 'read and write',
    },
    EXTENSION_STATE: {
      about: 'The state of the devices behind an extension.',
      syntax: 'extension[@context]',
      access: 'read',
    },
    HINT: { about: 'The devices behind an extension.', syntax: 'extension[@context]', access: 'read' },
    DIALPLAN_EXISTS: {
      about: '1 when there is such a place.',
      syntax: 'context[,extension[,priority]]',
      access: 'read',
    },
    VALID_EXTEN: {
      about: 'The same, with this extension and priority 1 where nothing else is said.',
      syntax: '[context],[extension][,priority]',
      access: 'read',
    },
    DB: {
      about: 'A value that outlives calls and restarts.',
      syntax: 'family/key',
      access: 'read and write',
    },
    DB_EXISTS: { about: '1 when it is there; `DB_RESULT` is its value then.', syntax: 'family/key', access: 'read' },
    DB_DELETE: {
      about: 'Deletes it. Reads the value it had, which is in `DB_RESULT`, too.',
      syntax: 'family/key',
      access: 'read and write',
    },
    DB_KEYS: { about: 'The names right below a family.', syntax: '[family]', access: 'read' },
    DB_KEYCOUNT: { about: 'How many there are.', syntax: '[family]', access: 'read' },
    ENV: {
      about: 'A variable of the environment.',
      syntax: 'name',
      access: 'read and write',
    },
    SHELL: { about: 'What a command of the machine prints.', syntax: 'command', access: 'read' },
    FILE: {
      about: 'The contents of a file.',
      syntax: 'path[,offset[,length]]',
      access: 'read',
    },
    FILE_COUNT_LINE: { about: 'How many lines it has.', syntax: 'path', access: 'read' },
    STAT: {
      about: 'A fact of a file.',
      syntax: 'path[,e|d|f|s|m|A|C|M]',
      access: 'read',
    },
    VERSION: { about: 'The version of the server.', syntax: '[ASTERISK_VERSION_NUM]', access: 'read' },
  },
};

export const routineSection: FunctionSection = {
  title: 'Subroutines',
  entries: {
    LOCAL: { about: 'A variable of the subroutine, which ends with it.', syntax: 'variable', access: 'read and write' },
    LOCAL_PEEK: { about: 'The same, this many subroutines ago.', syntax: 'depth,variable', access: 'read' },
    STACK_PEEK: {
      about: 'From where a subroutine was called.',
      syntax: 'depth,c|e|p|l',
      access: 'read',
      arguments: { 'c, e, p, l': 'context, extension, priority, all of them' },
    },
  },
};
