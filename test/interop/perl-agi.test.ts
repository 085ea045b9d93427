import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../src/shared/project-root';
import { CallRig } from '../support/calls/call-rig';
import { IvrCaller } from '../support/calls/ivr-call';

const found = spawnSync('perl', ['-MAsterisk::AGI', '-e', 'print $INC{"Asterisk/AGI.pm"}'], { encoding: 'utf8' });
const isInstalled = found.status === 0;
const notRun = isInstalled ? '' : ' (not run: the Perl module Asterisk::AGI is not installed)';

/** The library is found wherever it is: scripts do not see the environment of the server. */
const script = `#!/usr/bin/perl
use strict;
use lib '${dirname(dirname(found.stdout || '/'))}';
use Asterisk::AGI;
$| = 1;
my $AGI = new Asterisk::AGI;
my %input = $AGI->ReadParse();
$AGI->setcallback(sub { $AGI->set_variable('HUNG_UP', 'yes'); exit 0; });
$AGI->answer();
$AGI->set_variable('WHO', "$input{callerid}/$input{arg_1}/$ARGV[0]");
$AGI->set_variable('UNSET', defined($AGI->get_variable('NEVER_SET')) ? 'set' : 'unset');
my $heard = $AGI->stream_file('hello-world', '#');
$AGI->stream_file('silence/1', '#');
my $pin = $AGI->get_data('please-enter-your-number', 20000, 4);
$AGI->set_variable('PIN', "$heard/$pin");
$AGI->database_put('perl', 'key', '"two words"');
$AGI->set_variable('STORED', $AGI->database_get('perl', 'key'));
$AGI->exec('Set', 'BY_EXEC=yes');
$AGI->set_variable('STATUS', $AGI->channel_status());
$AGI->stream_file('silence/1', '#');
my $digit = $AGI->get_option('please-enter-your-number', '59', 20000);
$AGI->set_variable('DIGIT', chr($digit));
$AGI->hangup() if chr($digit) eq '9';
$AGI->set_extension('done');
$AGI->set_priority(1);
exit 0;
`;

const dialplan = `
exten => ivr,1,AGI(ivr.pl,first)
 same => n,Wait(600)
exten => done,1,UserEvent(back)
 same => n,Wait(600)
`;

describe('Asterisk::AGI of Perl', () => {
  let rig: CallRig;
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-perl-'));
  beforeAll(async () => {
    mkdirSync(join(folder, 'agi-bin'));
    writeFileSync(join(folder, 'agi-bin', 'ivr.pl'), script, { mode: 0o755 });
    rig = await CallRig.start(dialplan, {
      'asterisk.conf': `[directories]\nastdatadir => ${projectRoot(__dirname)}\nastagidir => ${folder}/agi-bin\n`,
    });
  });
  afterEach(() => rig.clear());
  afterAll(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  /** Calls, hears the greeting and enters a number when it is asked for; then it is asked for another one. */
  async function callAndEnter(id: string): Promise<IvrCaller> {
    const caller = await IvrCaller.call(rig, 'ivr', id);
    await caller.hears();
    await caller.hears();
    await caller.press('1234');
    await caller.hears();
    return caller;
  }

  (isInstalled ? it : it.skip)(`runs an IVR and chooses where the dialplan goes on${notRun}`, async () => {
    const caller = await callAndEnter('c1');
    await caller.press('5');
    await caller.until('ChannelUserevent c1-far back');
    await caller.hangUp();
    await caller.gone(16);

    const set = caller.heard.flatMap((line) => /^ChannelVarset c1-far (.*)$/.exec(line)?.[1] ?? []);
    expect(set).toEqual(
      expect.arrayContaining([
        ...['WHO=100/first/first', 'UNSET=unset', 'PIN=0/1234', 'STORED=two words', 'BY_EXEC=yes', 'STATUS=6'],
        ...['DIGIT=5', 'AGISTATUS=SUCCESS'],
      ]),
    );
  });

  (isInstalled ? it : it.skip)(`is told of a hangup in the middle by a signal${notRun}`, async () => {
    const caller = await callAndEnter('c2');
    await caller.hangUp();
    await caller.gone(16);

    expect(caller.heard).toContain('ChannelVarset c2-far AGISTATUS=HANGUP');
  });
});
