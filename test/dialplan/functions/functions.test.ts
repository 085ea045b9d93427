import { notesOf } from '../../../src/dialplan/channel-notes';
import { aChannel, aVariablesRig, real, told, valueOf } from '../expressions/variables-rig';

const given = {
  LIST: 'a,b,c,b',
  DASHED: 'one-two-three',
  N: '5',
  TEXT: 'hello world',
  JSON: '{"a":{"b":[1,"two",true]},"n":null,"x.y":"dotted"}',
};

function aRig(overrides: Parameters<typeof aVariablesRig>[0] = {}) {
  const rig = aVariablesRig(overrides);
  for (const [name, value] of Object.entries(given)) rig.channel.variables.set(name, value);
  rig.channel.parties.setCaller({ name: 'Al', number: '100' });
  const read = (name: string): string | undefined => valueOf(rig.variables, rig.channel, name);
  const write = (name: string, value: string) => rig.variables.write(rig.channel, { name, value }).outcome;
  return Object.assign(rig, { read, write });
}

describe('a function that is read', () => {
  it.each([
    ['LEN(abcd)', '4'],
    ['TOUPPER(aé)', 'AÉ'],
    ['TOLOWER(AB)', 'ab'],
    ['CUT(DASHED,-,2)', 'two'],
    ['CUT(DASHED,-,2-)', 'two-three'],
    ['CUT(DASHED,-,-2)', 'one-two'],
    ['CUT(DASHED,-,1&3)', 'one-three'],
    ['CUT(LIST,\\,,2)', 'b'],
    ['FIELDQTY(LIST,\\,)', '4'],
    ['FIELDQTY(DASHED,-)', '3'],
    ['FIELDNUM(DASHED,-,three)', '3'],
    ['FIELDNUM(DASHED,-,four)', '0'],
    ['LISTFILTER(LIST,\\,,b)', 'a,c'],
    ['FILTER(0-9,+49 (30) 12)', '493012'],
    ['FILTER(a-z\\-,A-b-c)', '-b-c'],
    ['REGEX("^h.*d$" hello world)', '1'],
    ['REGEX("^x" hello)', '0'],
    ['REGEX("(" hello)', undefined],
    ['REPLACE(TEXT,lo,x)', 'hexxx wxrxd'],
    ['REPLACE(TEXT,l)', 'heo word'],
    ['STRREPLACE(TEXT,o,0)', 'hell0 w0rld'],
    ['STRREPLACE(TEXT,o,0,1)', 'hell0 world'],
    ['SORT(a:3,b:1.5,c:-2)', 'c,b,a'],
    ['QUOTE(a "b" \\c)', '"a \\"b\\" \\\\c"'],
    ['CSV_QUOTE(a,b)', '"a,b"'],
    ['CSV_QUOTE(plain)', 'plain'],
    [real('EVAL(%{N}%[1+1])'), '52'],
    ['PASSTHRU(x)', 'x'],
    ['SPRINTF(%05d|%-4s|%.2f|%x|%%,42,ab,3.14159,255)', '00042|ab  |3.14|ff|%'],
    ['SPRINTF(%+d %s,5)', '+5 '],
    ['URIENCODE(a b/ü)', 'a%20b%2F%C3%BC'],
    ['URIDECODE(a%20b%2F%C3%BC%zz)', 'a b/ü%zz'],
    ['BASE64_ENCODE(hi)', 'aGk='],
    ['BASE64_DECODE(aGk=)', 'hi'],
    ['MD5(a)', '0cc175b9c0f1b6a831c399e269772661'],
    ['SHA1(a)', '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8'],
    ['JSON_DECODE(JSON,a.b.1)', 'two'],
    ['JSON_DECODE(JSON,a/b/2,/)', '1'],
    ['JSON_DECODE(JSON,a.b,.,c)', '3'],
    ['JSON_DECODE(JSON,x.y,/)', 'dotted'],
    ['JSON_DECODE(JSON,n)', ''],
    ['JSON_DECODE(TEXT,a)', ''],
    ['IF(1?yes:no)', 'yes'],
    ['IF(0?yes:no)', 'no'],
    ['IF(?yes)', ''],
    ['IFTIME(12:00-13:00,sun,15,nov,UTC?open:closed)', 'open'],
    ['IFTIME(13:00-14:00,*,*,*,UTC?open:closed)', 'closed'],
    ['IFTIME(nonsense?a:b)', undefined],
    ['ISNULL()', '1'],
    ['EXISTS(x)', '1'],
    ['MATH(7/2)', '3.500000'],
    ['MATH(7/2,int)', '3'],
    ['MATH(255+0,hex)', 'ff'],
    ['MATH(2**10,i)', '1024'],
    ['MATH(6 AND 3,i)', '2'],
    ['MATH(1<2)', 'TRUE'],
    ['MATH(-5--3,i)', '-2'],
    ['MATH(x+1)', undefined],
    ['STRFTIME(0,UTC,%Y-%m-%d %H:%M:%S %a %j %z)', '1970-01-01 00:00:00 Thu 001 +0000'],
    ['STRFTIME(,Europe/Berlin,%F %T %z)', '2026-11-15 13:34:56 +0100'],
    ['STRFTIME(0,UTC)', 'Thu Jan  1 00:00:00 1970'],
    ['STRFTIME(99999999999999999,UTC,%Y)', '1970'],
    ['RAND(1,9)', '5'],
    ['UUID()', '00000000-0000-4000-8000-000000000000'],
    ['VERSION()', '1.2.3'],
    ['ENV(HOME)', '/home/pbx'],
    ['DIALPLAN_EXISTS(default,100,1)', '1'],
    ['DIALPLAN_EXISTS(default,100,2)', '0'],
    ['DIALPLAN_EXISTS(nowhere)', '0'],
    ['HINT(100@default)', 'Custom:lamp&Custom:other'],
    ['EXTENSION_STATE(999)', 'UNKNOWN'],
    ['CALLERID(all)', '"Al" <100>'],
    ['CALLERID(number)', '100'],
    ['CALLERID(pres)', 'allowed_not_screened'],
    ['CALLERID(name,"Zoe" <7>)', 'Zoe'],
    ['CALLERID(bogus)', undefined],
    ['CONNECTEDLINE(name)', ''],
    ['REDIRECTING(reason)', 'unknown'],
    ['CHANNEL(name)', 'Local/100@default-c1;1'],
    ['CHANNEL(channeltype)', 'Local'],
    ['CHANNEL(state)', 'Up'],
    ['CHANNEL(language)', 'en'],
    ['CHANNEL(rtp,txcount)', '42'],
    ['CHANNEL(bogus)', undefined],
    ['CHANNELS()', 'Local/100@default-c1;1'],
    ['CHANNELS(^PJSIP)', ''],
    ['CHANNEL_EXISTS(c1)', '1'],
    ['CHANNEL_EXISTS(c2)', '0'],
    ['TIMEOUT(digit)', '5.000'],
    ['TIMEOUT(bogus)', undefined],
    ['BOGUS(x)', undefined],
    ['len(abc)', undefined],
  ])('%s gives %s', (name, wanted) => {
    expect(aRig().read(name)).toBe(wanted);
  });

  it('takes from lists, counts and sets on the way', () => {
    const { read } = aRig();

    expect([read('SHIFT(LIST)'), read('POP(LIST)'), read('LIST')]).toEqual(['a', 'b', 'b,c']);
    expect([read('INC(N)'), read('INC(N)'), read('DEC(N)'), read('N')]).toEqual(['6', '7', '6', '6']);
    expect([read('SET(NEW=v=1)'), read('NEW')]).toEqual(['v=1', 'v=1']);
    expect(read('INC(TEXT)')).toBeUndefined();
  });

  it('reaches programs and files', () => {
    const { read } = aRig();

    expect([read('SHELL(ls)'), read('FILE(/etc/three,4,3)'), read('FILE_COUNT_LINE(/etc/three)')]).toEqual([
      'ran ls',
      'two',
      '3',
    ]);
  });
});

describe('a function that is written', () => {
  it.each([
    ['CALLERID(name)', 'New Name', 'New Name'],
    ['CALLERID(pres)', 'prohib', 'prohib'],
    ['CALLERID(rdnis)', '55', '55'],
    ['CALLERID(dnid)', '800', '800'],
    ['CALLERID(ANI-num)', '1', '1'],
    ['CONNECTEDLINE(num,i)', '7', '7'],
    ['REDIRECTING(from-num)', '12', '12'],
    ['REDIRECTING(orig-name,i)', 'Olga', 'Olga'],
    ['REDIRECTING(reason)', 'CFB', 'cfb'],
    ['REDIRECTING(count)', '2', '2'],
    ['CHANNEL(language)', 'fr', 'fr'],
    ['CHANNEL(accountcode)', 'acc', 'acc'],
    ['CHANNEL(amaflags)', 'BILLING', 'BILLING'],
    ['TIMEOUT(digit)', '2.5', '2.500'],
    ['TIMEOUT(absolute)', '60', '60.000'],
    ['GLOBAL(COLOUR)', 'red', 'red'],
    ['SHARED(KEY)', 'v', 'v'],
    ['HASH(h,k)', 'v', 'v'],
    ['GROUP(out)', 'sales', 'sales'],
    ['DB(family/key)', 'kept', 'kept'],
    ['DEVICE_STATE(Custom:lamp)', 'INUSE', 'INUSE'],
    ['MASTER_CHANNEL(M)', 'm', 'm'],
  ])('%s takes %s', (name, value, wanted) => {
    const { read, write } = aRig();

    expect(write(name, value)).toBe('written');
    expect(read(name)).toBe(wanted);
  });

  it.each([
    ['BOGUS(x)', '1'],
    ['LEN(x)', '1'],
    ['CHANNEL(bogus)', '1'],
    ['CHANNEL(state)', 'Up'],
    ['CALLERID(bogus)', '1'],
    ['TIMEOUT(bogus)', '1'],
    ['DB(nokey)', '1'],
    ['', 'x'],
  ])('%s swallows %s', (name, value) => {
    expect(aRig().write(name, value)).toBe('ignored');
  });

  it.each([
    ['CALLERID(pres)', 'sometimes'],
    ['REDIRECTING(from-pres)', 'sometimes'],
    ['DEVICE_STATE(Stasis:x)', 'INUSE'],
    ['DEVICE_STATE(Custom:x)', 'SLEEPY'],
    ['LOCAL(x)', 'outside of any routine'],
    ['TIMEOUT(absolute)', 'soon'],
    ['HOLD_INTERCEPT(perhaps)', ''],
    ['MASTER_CHANNEL(VOLUME(TX))', 'loud'],
  ])('%s does not take %s, and says so', (name, value) => {
    const { variables, channel } = aRig();

    expect(variables.write(channel, { name, value })).toEqual({
      outcome: 'refused',
      reason: expect.stringContaining(`${name} cannot be '${value}': `) as string,
    });
  });

  it('puts into lists and spreads over variables', () => {
    const { read, write } = aRig();

    expect([write('PUSH(LIST)', 'd'), write('UNSHIFT(LIST)', 'z'), write('PUSH(FRESH,-)', '1')]).toEqual(
      Array(3).fill('written'),
    );
    expect([read('LIST'), read('FRESH')]).toEqual(['z,a,b,c,b,d', '1']);
    write('ARRAY(X,Y,Z)', '1,"2,2"');
    expect([read('X'), read('Y'), read('Z')]).toEqual(['1', '2,2', '']);
  });

  it('tells the far end of a connected line unless asked not to', () => {
    const { write, channel } = aRig();

    write('CONNECTEDLINE(all)', 'Bo <200>');
    write('CONNECTEDLINE(name,i)', 'Quiet');

    expect(told.get(channel)).toEqual([
      { type: 'connected-line', party: { name: 'Bo', number: '200', presentation: 0 } },
    ]);
    expect(channel.parties.connected.name).toBe('Quiet');
  });

  it('lets a call expire once, and not at all when it is gone before', () => {
    const { write, later, expired, channel } = aRig();

    write('TIMEOUT(absolute)', '60');
    write('TIMEOUT(absolute)', '90');
    expect(later).toHaveLength(1);
    later[0]?.();
    expect(expired).toEqual([channel]);
    write('TIMEOUT(absolute)', '60');
    channel.destroy();
    expect(later).toHaveLength(0);
  });
});

describe('functions about others', () => {
  it('count the channels of a group', () => {
    const { read, write, channels, variables } = aRig();
    const other = aChannel(channels, 'c2');
    write('GROUP(out)', 'sales');
    variables.write(other, { name: 'GROUP(out)', value: 'sales' });

    expect([read('GROUP_COUNT(@out)'), read('GROUP_COUNT(sales@out)'), read('GROUP_COUNT(sales)')]).toEqual([
      '2',
      '2',
      '0',
    ]);
    expect([read('GROUP_MATCH_COUNT(^sa@out)'), read('GROUP_LIST()')]).toEqual(['2', 'sales@out']);
    other.destroy();
    expect(read('GROUP_COUNT(sales@out)')).toBe('1');
  });

  it('read the variables of another channel, and of the one that the call began with', () => {
    const { read, channels, variables, channel } = aRig();
    const other = aChannel(channels, 'c2', channel.id);
    other.variables.set('MINE', 'theirs');

    expect([read('IMPORT(c2,MINE)'), read('IMPORT(c9,MINE)'), read('IMPORT(c2,CHANNEL(name))')]).toEqual([
      'theirs',
      '',
      other.name,
    ]);
    expect(valueOf(variables, other, 'MASTER_CHANNEL(N)')).toBe('5');
    variables.write(other, { name: 'SHARED(S,c1)', value: 'seen' });
    expect(read('SHARED(S)')).toBe('seen');
  });

  it('tell why the legs ended that were called', () => {
    const { read, channel } = aRig();
    notesOf(channel).endings.set('PJSIP/bob-1', { cause: 17, technology: 'SIP 486 Busy Here' });

    expect([read('HANGUPCAUSE_KEYS()'), read('HANGUPCAUSE(PJSIP/bob-1,ast)')]).toEqual(['PJSIP/bob-1', '17']);
    expect(read('HANGUPCAUSE(PJSIP/bob-1,tech)')).toBe('SIP 486 Busy Here');
  });

  it('show an extension by the states of its devices', () => {
    const { read, write, seen } = aRig();

    write('DEVICE_STATE(Custom:lamp)', 'RINGING');
    write('DEVICE_STATE(Custom:other)', 'INUSE');

    expect(read('EXTENSION_STATE(100@default)')).toBe('RINGINUSE');
    expect(seen.filter(({ type }) => type === 'device-state-changed')).toHaveLength(2);
  });

  it('look into the routines that a call is in', () => {
    const { read, write, memories, channel } = aRig();
    const place = { context: 'default', extension: '100', priority: 4 };
    for (const priority of [4, 9]) {
      memories.of(channel).frames.push({ returnTo: { ...place, priority }, argumentCount: 0, hidden: new Map() });
      expect(write('LOCAL(N)', `at ${priority}`)).toBe('written');
    }

    expect([read('LOCAL(N)'), read('LOCAL_PEEK(0,N)'), read('LOCAL_PEEK(1,N)')]).toEqual(['at 9', 'at 9', 'at 4']);
    expect([read('STACK_PEEK(0,p)'), read('STACK_PEEK(1,l)'), read('STACK_PEEK(2,p)')]).toEqual([
      '9',
      'default,100,4',
      undefined,
    ]);
  });

  it('keep what the database was told, readable before it is safe', async () => {
    const { read, write, store } = aRig();
    write('DB(a/1)', 'x');
    write('DB(a/2/deep)', 'y');

    expect([read('DB(a/1)'), read('DB_EXISTS(a/9)'), read('DB_KEYS(a)')]).toEqual(['x', '0', '1,2']);
    await new Promise(setImmediate);
    expect([...store.values.keys()]).toEqual(['dialplan a/1', 'dialplan a/2/deep']);
    expect([read('DB_DELETE(a/1)'), read('DB(a/1)'), read('DB_RESULT')]).toEqual(['x', '', 'x']);
  });
});
