import { defineConfig } from 'oxlint';

/** Which rooms of src/ each room may import from, and why no others. */
const rooms = {
  shared: { from: [], why: 'src/shared is the ground floor: it imports nothing of ours' },
  contract: { from: ['shared'], why: 'src/contract is what generated code leans on: it may only lean on src/shared' },
  publish: { from: ['contract', 'shared'], why: 'published forms are pure functions over documents: doors call them' },
  client: {
    from: ['contract', 'shared'],
    why: 'the client talks to any server over the wire: it must not see ours from inside',
  },
  terminal: {
    from: ['client', 'contract', 'shared'],
    why: 'commands that ask a running server are clients like any other',
  },
  tape: {
    from: ['contract', 'shared'],
    why: 'sessions are recorded and played on the wire, between any client and any server',
  },
  config: { from: ['shared'], why: 'the configuration is read before anything else exists' },
  logging: { from: ['config', 'shared'], why: 'everything logs, so logging leans on nothing that does' },
  modules: { from: ['config', 'shared'], why: 'modules are started by the registry, which knows none of them' },
  engine: {
    from: ['media', 'config', 'storage', 'shared'],
    why: 'the engine knows no HTTP, no envelope and no application: a need from below becomes a port',
  },
  dialplan: {
    from: ['engine', 'config', 'shared'],
    why: 'the dialplan implements a port of the engine: it knows neither technologies nor applications of clients',
  },
  storage: { from: ['shared'], why: 'what is stored is decided elsewhere: stores know keys and values' },
  media: { from: ['shared'], why: 'the audio side knows nothing but its protocol' },
  sip: { from: ['shared'], why: 'the SIP stack knows no call, no configuration and no engine: a driver joins them' },
  drivers: {
    from: ['engine', 'media', 'sip', 'config', 'shared'],
    why: 'a technology knows channels and nothing of what is done with them',
  },
  stasis: {
    from: ['engine', 'contract', 'shared'],
    why: 'applications hear of the engine and are served by doors they do not know',
  },
  handlers: {
    from: ['stasis', 'engine', 'logging', 'modules', 'config', 'contract', 'shared'],
    why: 'handlers translate: they see neither requests nor doors',
  },
  manager: {
    from: ['engine', 'logging', 'modules', 'config', 'shared'],
    why: 'the manager interface is a door of its own: it uses what the engine offers, and neither REST nor its handlers',
  },
  policy: {
    from: ['stasis', 'engine', 'config', 'contract', 'shared'],
    why: 'who may do what is decided without knowing how they asked: the dispatcher and the doors ask the policy',
  },
  api: {
    from: ['policy', 'config', 'contract', 'shared'],
    why: 'the dispatcher serves every door and knows none of them',
  },
  cluster: {
    from: ['api', 'policy', 'stasis', 'engine', 'storage', 'config', 'contract', 'shared'],
    why: 'a node of a cluster passes requests and events on: it knows neither doors nor handlers',
  },
  observe: {
    from: ['api', 'stasis', 'engine', 'shared'],
    why: 'what is observed is told by those who do it: nothing here changes a call',
  },
  server: {
    from: [
      ...['api', 'policy', 'handlers', 'stasis', 'engine', 'publish', 'logging', 'modules', 'config', 'contract'],
      'shared',
    ],
    why: 'doors do not need the client',
  },
};

/**
 * Which sub-rooms of a room each of its sub-rooms may import from. Files in the folder that holds them are the corridor:
 * every sub-room may import those.
 */
const subRooms = {
  shared: {
    collections: [],
    time: [],
    network: [],
    text: [],
    regex: [],
    'module-use': [],
    scheduling: ['time'],
    limits: ['network', 'time'],
  },
  config: { reader: [], files: ['reader'] },
  'config/files': { interfaces: [], sound: ['interfaces'] },
  dialplan: {
    expressions: [],
    plan: ['expressions'],
    runner: ['plan', 'expressions'],
    system: ['expressions'],
  },
  'dialplan/agi': { commands: [], transport: [] },
  'dialplan/applications/calling': { dial: [], bridging: ['dial'], paging: ['dial'] },
  'engine/audio': { sources: [], legs: [], playing: ['legs', 'sources'], recording: ['legs', 'sources'] },
  cluster: { nats: [], routing: [], applications: [], death: [], state: [], trunks: [] },
  manager: {
    protocol: [],
    events: ['protocol'],
    session: ['events', 'protocol'],
    commands: ['session', 'events', 'protocol'],
    actions: ['commands', 'session', 'events', 'protocol'],
    terminal: ['commands'],
    web: ['session', 'events', 'protocol'],
    cel: ['events', 'protocol'],
  },
  media: {
    samples: [],
    codecs: ['samples'],
    detect: ['samples'],
    files: ['codecs'],
    plays: ['files', 'codecs', 'samples'],
    recorders: ['plays', 'detect', 'files', 'codecs', 'samples'],
    program: ['plays', 'codecs', 'samples'],
    leg: ['plays', 'recorders', 'codecs', 'samples'],
    mixing: ['leg', 'plays', 'recorders', 'samples'],
    srtp: [],
    rtp: ['srtp', 'leg', 'codecs', 'samples'],
    stream: ['leg', 'codecs', 'samples'],
    'tcp-audio': ['leg', 'codecs', 'samples'],
  },
  'media/files': { formats: [], unfinished: ['formats'] },
  'media/rtp': { payload: [], sockets: [], 'telephone-event': [], rtcp: [], playout: ['rtcp'] },
  'server/http': { answers: [], requests: ['answers'], connections: ['answers'] },
  sip: {
    message: [],
    sdp: [],
    digest: ['message'],
    transaction: ['message'],
    transport: ['transaction', 'message'],
    stack: ['transport', 'transaction', 'message'],
    trace: ['transport', 'transaction', 'message'],
    dialog: ['stack', 'transport', 'transaction', 'message'],
    subscription: ['dialog', 'stack', 'transport', 'transaction', 'message'],
  },
  'sip/message': {
    grammar: [],
    uri: ['grammar'],
    headers: ['uri', 'grammar'],
    parsing: ['headers', 'uri', 'grammar'],
  },
};

const everyRoom = [...Object.keys(rooms), 'composition', 'testing', 'demo', 'main'];

/** A file of a room reaches other rooms by `../room/`, one in a folder of it by `../../room/`, and so on. */
const layerRules = Object.entries(rooms).flatMap(([room, { from, why }]) =>
  foldersBelow(room).map((folder) => ({
    files: [`src/${folder}/*.ts`],
    rules: noImport([...betweenSubRooms(folder), { regex: upFrom(folder, roomsBut([room, ...from])), message: why }]),
  })),
);

/** The room and the folders in it, three levels deep, each with the rules of its own. */
function foldersBelow(room) {
  const known = Object.entries(subRooms).flatMap(([folder, names]) =>
    Object.keys(names).map((name) => `${folder}/${name}`),
  );
  return [
    room,
    `${room}/*`,
    `${room}/*/*`,
    `${room}/*/*/*`,
    ...known.filter((folder) => folder.startsWith(`${room}/`)),
  ];
}

/** `../../(names)/`: what leaves the folder and its room for one of these. */
function upFrom(folder, names) {
  return `^${'\\.\\./'.repeat(folder.split('/').length)}(${names})(/|$)`;
}

/** A pattern for each known sub-room that the folder is or lies in, unless that one may import from all others. */
function betweenSubRooms(folder) {
  const names = folder.split('/');
  return names.slice(1).flatMap((name, index) => {
    const parent = names.slice(0, index + 1).join('/');
    const siblings = subRooms[parent];
    const allowed = siblings?.[name];
    if (allowed === undefined) return [];
    const refused = Object.keys(siblings).filter((other) => other !== name && !allowed.includes(other));
    if (refused.length === 0) return [];
    const may = allowed.length === 0 ? 'no other sub-room' : allowed.join(', ');
    const up = '\\.\\./'.repeat(names.length - index - 1);
    return [
      {
        regex: `^${up}(${refused.join('|')})/`,
        message: `src/${parent}/${name} may import from ${may} of src/${parent}`,
      },
    ];
  });
}

const beforeOutput = {
  regex: '(^|/)(generated|test|bench)/',
  message: 'the generator must run before its output exists',
};
const noDisk = ['fs', 'node:fs', 'node:fs/promises'].map((name) => ({
  name,
  message: 'only cli.ts, disk.ts, render-docs.ts and watch.ts touch the disk',
}));

/** What is worth refusing in TypeScript beyond what is plainly wrong. */
const strict = [
  'await-thenable',
  'ban-ts-comment',
  'consistent-type-imports',
  'no-base-to-string',
  'no-duplicate-type-constituents',
  'no-explicit-any',
  'no-floating-promises',
  'no-for-in-array',
  'no-implied-eval',
  'no-misused-promises',
  'no-namespace',
  'no-non-null-assertion',
  'no-redundant-type-constituents',
  'no-require-imports',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-enum-comparison',
  'no-unsafe-function-type',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'only-throw-error',
  'prefer-promise-reject-errors',
  'restrict-plus-operands',
  'unbound-method',
];

export default defineConfig({
  plugins: ['typescript', 'oxc'],
  categories: { correctness: 'error' },
  options: { typeAware: true },
  ignorePatterns: [
    'dist/',
    'node_modules/',
    'coverage/',
    'generated/**/*.js',
    'test/fixtures/',
    'test/package/foreign/',
  ],
  env: { node: true, es2024: true },
  rules: {
    'prefer-const': 'error',
    'no-var': 'error',
    // A text of digits is spread into its digits in many places, and an option is often given its default by a pattern.
    'typescript/no-misused-spread': 'off',
    'typescript/no-useless-default-assignment': 'off',
  },
  overrides: [
    {
      files: ['**/*.ts'],
      rules: {
        ...Object.fromEntries(strict.map((name) => [`typescript/${name}`, 'error'])),
        'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
        'no-template-curly-in-string': 'error',
        'no-console': 'error',
        'max-params': ['error', { max: 3 }],
        'max-lines-per-function': ['error', { max: 50, skipComments: true, skipBlankLines: true }],
      },
    },
    // Wiring is a list of parts and of what each of them gets, one to a line.
    {
      files: ['src/composition/**'],
      rules: { 'max-lines-per-function': ['error', { max: 75, skipComments: true, skipBlankLines: true }] },
    },
    ...layerRules,
    {
      files: ['generated/**/*.ts'],
      rules: noImport([
        {
          regex: `\\.\\./(codegen|test|bench|fuzz|examples|src/(${roomsBut(['contract', 'shared', 'client'])}))(/|$)`,
          message: 'generated code leans on src/contract, src/shared and src/client only',
        },
      ]),
    },
    { files: ['codegen/**'], rules: noImport([beforeOutput], noDisk) },
    {
      files: ['codegen/cli.ts', 'codegen/disk.ts', 'codegen/render-docs.ts', 'codegen/watch.ts'],
      rules: noImport([beforeOutput]),
    },
    {
      files: ['examples/**/*.test.mts'],
      // The tests of Node.js are promises, which its runner awaits.
      rules: { 'typescript/no-floating-promises': 'off' },
    },
    {
      files: ['test/**'],
      rules: {
        'max-lines-per-function': 'off',
        // A row of a table test has as many columns as it needs, and its first is often only a title.
        'max-params': 'off',
        'no-unused-vars': ['error', { argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' }],
      },
    },
  ],
});

/** An expression: the patterns of this linter know no negation. */
function roomsBut(allowed) {
  return everyRoom.filter((room) => !allowed.includes(room)).join('|');
}

function noImport(patterns, paths = []) {
  return { 'no-restricted-imports': ['error', { patterns, paths }] };
}
