import type { ApplicationSection } from './reference';

export const playingSection: ApplicationSection = {
  title: 'Playing',
  entries: {
    Playback: {
      about: 'Plays sounds, one after another. Answers the call first.',
      syntax: 'sound[&sound…][,options]',
      arguments: { sound: 'a name in the folder of sounds or of recordings, or a web address' },
      options: {
        noanswer: 'does not answer',
        skip: 'does nothing unless the call is answered',
        'say, mix': 'sounds may be `num:`, `digits:` or `char:` with what is to be said',
      },
      results: { PLAYBACKSTATUS: '`SUCCESS`, `FAILED`' },
    },
    BackGround: {
      about: 'Plays sounds that callers may interrupt by dialling an extension.',
      syntax: 'sound[&sound…][,options[,language[,context]]]',
      arguments: { context: 'where extensions of one digit are looked for' },
      options: {
        m: 'only a digit that is an extension interrupts',
        n: 'does not answer',
        p: 'digits do not interrupt',
        s: 'does nothing unless the call is answered',
      },
      results: { BACKGROUNDSTATUS: '`SUCCESS`, `FAILED`' },
    },
    BackgroundDetect: {
      about:
        'Plays sounds that callers may also interrupt by saying something: talking of the right length with silence behind it leads to the extension `talk`, or to the next step where there is none.',
      syntax: 'sound[,silence[,min[,max[,analysistime]]]]',
      arguments: {
        silence: 'milliseconds behind the talking: 1000',
        min: 'it has to be longer than this: 100',
        max: 'and shorter than this; no limit',
        analysistime: 'milliseconds in which it has to be over; no limit',
      },
      results: { TALK_DETECTED: 'milliseconds of talking' },
    },
    ControlPlayback: {
      about: 'Plays a sound in which callers move about with keys.',
      syntax: 'sound[,skipms[,ff[,rew[,stop[,pause[,restart[,options]]]]]]]',
      arguments: {
        skipms: 'milliseconds of one step: 3000',
        ff: 'key forward: `#`',
        rew: 'key back: `*`',
        'stop, pause, restart': 'keys; none',
      },
      options: { 'o(ms)': 'begins so far into it' },
      results: {
        CPLAYBACKSTATUS: '`SUCCESS`, `USERSTOPPED`, `ERROR`',
        CPLAYBACKOFFSET: 'milliseconds heard',
        CPLAYBACKSTOPKEY: 'the key that ended it',
      },
    },
    SayDigits: { about: 'Says each digit.', syntax: 'digits' },
    SayNumber: { about: 'Says a number.', syntax: 'number[,gender]', arguments: { gender: 'passed over' } },
    SayAlpha: { about: 'Says each letter.', syntax: 'text' },
    SayUnixTime: {
      about: 'Says a moment, in English. Answers the call first.',
      syntax: '[epoch[,zone[,format[,options]]]]',
      arguments: {
        epoch: 'seconds since 1970; now',
        zone: '`Europe/Berlin`; that of the server',
        format:
          "letters: `A` weekday, `B` month, `m` month as a number, `d` day, `Y` year, `I` `H` `k` hour, `M` `N` minute, `S` second, `p` a.m. or p.m., `R` `HM`, `T` `HMS`, `Q` `q` today, yesterday or the date; names of sounds in single quotes: `ABdY 'digits/at' IMp`",
      },
      options: { j: 'a digit interrupts it and is dialled; also when `SAY_DTMF_INTERRUPT` is true' },
    },
    DateTime: { about: 'The same as `SayUnixTime`.', syntax: '[epoch[,zone[,format]]]' },
    MusicOnHold: {
      about: 'Lets the caller hear music until they leave. Does not answer.',
      syntax: '[class][,seconds]',
      arguments: { seconds: 'how long; without it forever' },
    },
    StartMusicOnHold: { about: 'Starts music, and goes on.', syntax: '[class]' },
    StopMusicOnHold: { about: 'Stops it.', syntax: '' },
    PlayTones: {
      about: 'Starts a tone, and goes on.',
      syntax: 'tone',
      arguments: { tone: 'a name such as `dial` or `busy`, or a pattern: `480+620/500,0/500`' },
    },
    StopPlayTones: { about: 'Stops it.', syntax: '' },
    Milliwatt: {
      about: 'Plays a test tone of 1004 Hz until the caller leaves.',
      syntax: '[options]',
      options: { m: 'with a second of silence in every ten', o: 'of 1000 Hz, as older test numbers' },
    },
    Echo: { about: 'Sends back audio and digits until the caller presses `#`. Does not answer.', syntax: '' },
  },
};

export const listeningSection: ApplicationSection = {
  title: 'Listening and recording',
  entries: {
    Record: {
      about: 'Beeps, and records what the caller says until they press `#`. Answers the call first.',
      syntax: 'file.format[,silence[,max[,options]]]',
      arguments: {
        file: 'a name or path below the folder of recordings; `%d` stands for the first free number',
        silence: 'seconds of silence that end it; 0 for none',
        max: 'seconds; 0 for no limit',
      },
      options: {
        a: 'continues a file of that name',
        k: 'keeps the file when the caller hangs up',
        n: 'does not answer',
        o: '`0` ends it, with the status `OPERATOR`',
        q: 'does not beep',
        s: 'does nothing unless the call is answered',
        t: '`*` ends it instead of `#`',
        u: 'keeps the silence that has ended it',
        x: 'no digit ends it',
        y: 'any digit ends it',
      },
      results: {
        RECORDED_FILE: 'the name, without the format',
        RECORD_STATUS: '`DTMF`, `SILENCE`, `TIMEOUT`, `HANGUP`, `OPERATOR`, `SKIP`, `ERROR`',
      },
    },
    MixMonitor: {
      about:
        'Records both directions of the call from now on, whatever happens to it, until it ends or `StopMixMonitor` does. A file is there when it is complete.',
      syntax: '[file.format][,options[,command]]',
      arguments: {
        file: 'a name or path below the folder `monitor` of the spool directory, or an absolute path; `..` cannot lead out. May be left out with `r` or `t`',
        command: 'run by the shell when the recording is complete; `^{NAME}` stands for variables, as they are now',
      },
      options: {
        a: 'continues a file of that name',
        b: 'records only while the channel is in a bridge',
        'B[(seconds)]': 'beeps every 15 seconds, or as often as it is told',
        d: 'deletes the files when the command is over',
        D: 'two channels: what comes from the far end, and what goes to it. Formats of signed linear samples only: `wav`, `wav16`, `raw`, `sln…`',
        'i(variable)': 'takes down the id',
        'm(mailbox)': 'passed over: there is no voicemail',
        n: 'leaves out the moments without sound in the files of `r` and `t`',
        'p, P': 'beeps at the beginning, and when it is stopped',
        'r(file.format)': 'records what comes from the far end to a file of its own',
        't(file.format)': 'records what goes to the far end to a file of its own',
        'v(x), V(x), W(x)': 'makes what comes, what goes, or both 2^x times as loud, from -4 to 4',
        S: 'the files are always in step',
      },
      results: { MIXMONITOR_FILENAME: 'the path of the first file' },
    },
    StopMixMonitor: {
      about: 'Ends recordings of `MixMonitor` on this channel, and returns when their files are complete.',
      syntax: '[id]',
      arguments: { id: 'only that one; without it all' },
    },
    ChanSpy: {
      about:
        'Lets the caller listen in on other channels, one after another. `*` goes on to the next one, `#` changes the volume. Answers the call first.',
      syntax: '[prefix[,options]]',
      arguments: { prefix: 'how the names of the channels begin, such as `PJSIP/`' },
      options: {
        b: 'only channels in a bridge',
        B: 'speaks to both sides of the call',
        'c(digit)': 'goes on to the next channel: `*`',
        d: 'the digits 4, 5 and 6 choose between listening, whispering and speaking to both sides',
        'e(extension[:…])': 'only channels that run these extensions',
        E: 'ends when the spied channel hangs up',
        'g(group[:…])': 'only channels whose variable `SPYGROUP` has one of these, separated by colons',
        o: 'hears only what comes from the far end of the channel',
        q: 'no beep before each channel',
        S: 'ends when there is no channel left',
        u: 'the first argument is the id of a channel',
        'v(x)': 'volume from -4 to 4',
        w: 'whispers to the spied channel',
        W: 'only whispers, and hears nothing',
        'x(digit)': 'ends it',
        X: 'a digit takes the listener to the extension of that digit, in `SPY_EXIT_CONTEXT` or here',
      },
    },
    ExtenSpy: {
      about: 'The same for channels that run an extension, with the options of `ChanSpy`.',
      syntax: 'extension[@context][,options]',
    },
    AMD: {
      about:
        'Tells a human from an answering machine: humans say little and wait. Defaults are in `amd.conf`. Times are milliseconds.',
      syntax:
        '[initialSilence[,greeting[,afterGreetingSilence[,totalAnalysisTime[,minimumWordLength[,betweenWordSilence[,maximumNumberOfWords[,silenceThreshold[,maximumWordLength[,sound]]]]]]]]]]',
      arguments: {
        initialSilence: 'so much silence before the first word is a machine: 2500',
        greeting: 'so much talking is a machine: 1500',
        afterGreetingSilence: 'so much silence after less talking is a human: 800',
        totalAnalysisTime: 'nothing is decided later: 5000',
        minimumWordLength: 'shorter talking is not a word: 100',
        betweenWordSilence: 'shorter silence does not end a word: 50',
        maximumNumberOfWords: 'more words are a machine: 2',
        silenceThreshold: 'the level from which on it is talking: that of `dsp.conf`',
        maximumWordLength: 'so long a word is a machine: 5000',
        sound: 'heard meanwhile',
      },
      results: {
        AMDSTATUS: '`HUMAN`, `MACHINE`, `NOTSURE`, `HANGUP`',
        AMDCAUSE:
          'what decided, with what was measured and the limit: `TOOLONG-<total>`, `INITIALSILENCE-x-y`, `HUMAN-x-y`, `LONGGREETING-x-y`, `MAXWORDLENGTH-x-y`, `MAXWORDS-x-y`',
      },
    },
    WaitForSilence: {
      about: 'Waits until the caller is silent. Answers the call first.',
      syntax: '[required[,iterations[,timeout]]]',
      arguments: {
        required: 'milliseconds of silence in a row: 1000',
        iterations: 'how often: once',
        timeout: 'seconds; without it no limit',
      },
      results: { WAITSTATUS: '`SILENCE`, `TIMEOUT`, `HANGUP`' },
    },
    WaitForNoise: {
      about: 'Waits until something can be heard from the caller. Answers the call first.',
      syntax: '[required[,iterations[,timeout]]]',
      arguments: {
        required: 'milliseconds of noise in a row: 1000',
        iterations: 'how often: once',
        timeout: 'seconds; without it no limit',
      },
      results: { WAITSTATUS: '`NOISE`, `TIMEOUT`, `HANGUP`' },
    },
  },
};

export const digitSection: ApplicationSection = {
  title: 'Digits',
  entries: {
    Read: {
      about: 'Takes digits of the caller into a variable, up to `#`. Answers the call first.',
      syntax: 'variable[,sound[&sound…][,max[,options[,attempts[,timeout]]]]]',
      arguments: {
        max: 'so many digits at most; 255',
        attempts: 'how often to ask while nothing is pressed',
        timeout: 'seconds for each digit; that of `TIMEOUT()`',
      },
      options: {
        e: 'keeps the ending digit when it is alone',
        i: '`sound` is the name of a tone',
        n: 'does not answer',
        s: 'does nothing unless the call is answered',
        't(digits)': 'these end it instead of `#`; none with `t()`',
      },
      results: { READSTATUS: '`OK`, `TIMEOUT`, `HANGUP`, `INTERRUPTED`, `SKIPPED`, `ERROR`' },
    },
    ReadExten: {
      about: 'Takes an extension into a variable, without going there.',
      syntax: 'variable[,sound[,context[,options[,timeout]]]]',
      options: {
        i: '`sound` is the name of a tone',
        n: 'does not answer',
        s: 'does nothing unless the call is answered',
      },
      results: {
        READEXTENSTATUS: '`OK`, `TIMEOUT`, `INVALID`, `SKIP`, `HANGUP`, `INTERRUPTED`, `ERROR`',
        INVALID_EXTEN: 'what was dialled instead',
      },
    },
    WaitExten: {
      about: 'Waits for an extension to be dialled, and goes there.',
      syntax: '[seconds][,options]',
      arguments: { seconds: 'for the first digit; that of `TIMEOUT(response)`' },
      options: { 'm[(class)]': 'with music', 'd[(tone)]': 'with a dial tone, or another' },
    },
    SendDTMF: {
      about: 'Sends digits to the far end.',
      syntax: 'digits[,gap[,duration[,channel]]]',
      arguments: {
        digits: '`0`–`9`, `*`, `#`, `A`–`D`; `w` waits half a second, `W` a whole one, `f` is a flash',
        gap: 'milliseconds between digits: 250',
        duration: 'milliseconds of each: 100',
        channel: 'another channel to send them on',
      },
    },
  },
};
