import { defineModule } from './define-module';

/** Modules that bring functions of the dialplan. A function that is added to the server gets its name here. */
export const functionModules = {
  func_base64: defineModule('base64 encode/decode dialplan functions', {
    functions: ['BASE64_DECODE', 'BASE64_ENCODE'],
  }),
  func_callerid: defineModule('Caller, connected and redirecting party dialplan functions', {
    functions: ['CALLERID', 'CALLERPRES', 'CONNECTEDLINE', 'REDIRECTING'],
  }),
  func_channel: defineModule('Channel information dialplan functions', {
    functions: ['CHANNEL', 'CHANNELS', 'CHANNEL_EXISTS', 'MASTER_CHANNEL'],
  }),
  func_cut: defineModule('Parts and order of lists in strings', { functions: ['CUT', 'SORT'] }),
  func_db: defineModule('Database (astdb) related dialplan functions', {
    functions: ['DB', 'DB_DELETE', 'DB_EXISTS', 'DB_KEYCOUNT', 'DB_KEYS'],
  }),
  func_devstate: defineModule('Device states in the dialplan', {
    functions: ['DEVICE_STATE', 'HINT'],
    serve: ({ engine, calls }) => engine.devices.addProvider(calls.plan.customDevices),
  }),
  func_dialplan: defineModule('Dialplan Context/Extension/Priority Checking Functions', {
    functions: ['DIALPLAN_EXISTS', 'VALID_EXTEN'],
  }),
  func_env: defineModule('Environment/filesystem dialplan functions', {
    functions: ['ENV', 'FILE', 'FILE_COUNT_LINE', 'STAT'],
  }),
  func_extstate: defineModule('Extension states in the dialplan', { functions: ['EXTENSION_STATE'] }),
  func_global: defineModule('Variable dialplan functions', { functions: ['GLOBAL', 'GLOBAL_EXISTS', 'SHARED'] }),
  func_groupcount: defineModule('Channel group dialplan functions', {
    functions: ['GROUP', 'GROUP_COUNT', 'GROUP_LIST', 'GROUP_MATCH_COUNT'],
  }),
  func_hangupcause: defineModule('HANGUPCAUSE related functions and applications', {
    functions: ['HANGUPCAUSE', 'HANGUPCAUSE_KEYS'],
  }),
  func_holdintercept: defineModule('Hold interception dialplan function', { functions: ['HOLD_INTERCEPT'] }),
  func_json: defineModule('JSON decoding function', { functions: ['JSON_DECODE'] }),
  func_logic: defineModule('Logical dialplan functions', {
    functions: ['EXISTS', 'IF', 'IFTIME', 'IMPORT', 'ISNULL', 'SET'],
  }),
  func_math: defineModule('Mathematical dialplan function', { functions: ['ABS', 'DEC', 'INC', 'MATH'] }),
  func_md5: defineModule('MD5 digest dialplan functions', { functions: ['MD5'] }),
  func_rand: defineModule('Random number dialplan function', { functions: ['RAND'] }),
  func_sha1: defineModule('SHA-1 computation dialplan function', { functions: ['SHA1'] }),
  func_shell: defineModule('Output of shell commands', { functions: ['SHELL'] }),
  func_sprintf: defineModule('SPRINTF dialplan function', { functions: ['SPRINTF'] }),
  func_strings: defineModule('String handling dialplan functions', {
    functions: [
      ...['ARRAY', 'CLEARHASH', 'CSV_QUOTE', 'EVAL', 'FIELDNUM', 'FIELDQTY', 'FILTER', 'HASH', 'HASHKEYS', 'LEN'],
      ...['LISTFILTER', 'LTRIM', 'PASSTHRU', 'POP', 'PUSH', 'QUOTE', 'REGEX', 'REPLACE', 'REVERSE', 'RTRIM', 'SHIFT'],
      ...['STRFTIME', 'STRREPLACE', 'TOLOWER', 'TOUPPER', 'TRIM', 'UNSHIFT'],
    ],
  }),
  func_talkdetect: defineModule('Talk detection dialplan function', { functions: ['TALK_DETECT'] }),
  func_timeout: defineModule('Channel timeout dialplan functions', { functions: ['TIMEOUT'] }),
  func_uri: defineModule('URI encode/decode dialplan functions', { functions: ['URIDECODE', 'URIENCODE'] }),
  func_uuid: defineModule('UUID generation dialplan function', { functions: ['UUID'] }),
  func_version: defineModule('Version and build of the server', { functions: ['VERSION'] }),
  func_volume: defineModule('Technology independent volume control', { functions: ['VOLUME'] }),
  res_mutestream: defineModule('Mute audio stream resources', { functions: ['MUTEAUDIO'] }),
  res_tonedetect: defineModule('Tone detection module', { functions: ['TONE_DETECT'] }),
};
