import type { ApplicationSection } from './reference';

export const callSection: ApplicationSection = {
  title: 'Calls',
  entries: {
    Answer: {
      about:
        'Answers the call unless it is answered already, and waits until audio comes from the far end: 500 ms, or as long as `delay` if that is longer.',
      syntax: '[delay][,options]',
      arguments: { delay: 'milliseconds' },
      options: { i: 'does not wait' },
    },
    Ringing: { about: 'Tells the caller that it rings, and goes on.', syntax: '' },
    Progress: { about: 'Tells the caller that something can be heard before the call is answered.', syntax: '' },
    Proceeding: { about: 'Tells the caller that the call is on its way.', syntax: '' },
    Busy: {
      about: 'Tells the caller that the line is busy, waits and hangs up with cause 17.',
      syntax: '[seconds]',
      arguments: { seconds: 'how long to wait; without it until the caller hangs up' },
    },
    Congestion: {
      about: 'Tells the caller that no line is free, waits and hangs up with cause 34.',
      syntax: '[seconds]',
      arguments: { seconds: 'how long to wait; without it until the caller hangs up' },
    },
    Hangup: {
      about: 'Ends the call.',
      syntax: '[cause]',
      arguments: { cause: 'a number, or a name such as `USER_BUSY`, `CALL_REJECTED`, `NORMAL_CLEARING`' },
    },
    PJSIPHangup: {
      about: 'Refuses a call over SIP that is not answered yet with a status of its own choice.',
      syntax: 'status',
      arguments: { status: 'a number from 400 to 699, or a name such as `busy_here`, `decline`' },
    },
    Pickup: {
      about:
        'Answers a call that rings elsewhere: the first one at one of these places, or without an argument the first one whose call group (`call_group`, `named_call_group`) is a pickup group of this channel. The caller is connected with this channel, and the phone stops ringing. `PICKUPRESULT` is `SUCCESS` or `FAILURE`; afterwards the channel ends.',
      syntax: '[extension[@context][&…]]',
      arguments: {
        extension: 'that was called',
        context:
          'of the ringing channel, which for phones is that of their endpoint; that of this channel unless given. `PICKUPMARK`: takes a channel whose variable of that name is the extension',
      },
    },
    PickupChan: {
      about: 'The same for a channel that rings.',
      syntax: 'channel[&…][,options]',
      arguments: { channel: 'its name, also without the number at the end', options: '`p`: a beginning of the name' },
    },
    Dial: {
      about:
        'Calls one or several; the first to answer is connected with the caller, the others are hung up. Without an answer the dialplan goes on.',
      syntax: 'endpoint[&endpoint…][,timeout[^timeout2][,options[,url]]]',
      arguments: {
        endpoint: '`Local/<extension>@<context>`, `AudioSocket/…`, `UnicastRTP/…`, `WebSocket/…`',
        timeout: 'seconds to wait for an answer, fractions allowed',
        timeout2: 'seconds until there must be a sign of life',
        url: 'passed over',
      },
      options: {
        a: 'answers the caller before what is done to the callee',
        'b(place[(arguments)])':
          'runs a subroutine `[[context^]extension^]priority` on each called channel before it is called',
        'B(place[(arguments)])': 'runs one on the caller before',
        c: 'calls that are given up count as answered elsewhere',
        d: 'while it rings, a digit takes the caller to the extension of that digit, in `EXITCONTEXT` or here',
        e: 'runs the extension `h` for the callee afterwards',
        'F[(place)]': 'when the caller hangs up, the callee goes on there, or at the next step',
        'f[(caller)]': 'what the callee is told of the caller',
        g: 'the dialplan goes on when the callee hangs up',
        'G(place)': 'does not connect them: the caller goes there, and the callee one step further',
        I: 'neither side learns who the other is',
        'L(ms)': 'ends the call after this many milliseconds',
        m: 'hides ringing from the caller',
        'o[(caller)]': 'who the called channel is taken to be',
        'Q(cause)': 'why the calls of the others end; `NONE` for no reason',
        r: 'the caller hears ringing whatever the callee says',
        'S(seconds)': 'ends the call so long after the answer',
        't, T': 'the callee, or the caller, may transfer the other one by keys (`features.conf`)',
        'U(context[^argument…])':
          'runs a subroutine on the callee before they are connected; `GOSUB_RESULT` there decides: `ABORT`, `BUSY`, `CONGESTION`, `CONTINUE`, `GOTO:<place>`',
        'u(presentation)': 'with `f`: whether the number may be shown',
      },
      results: {
        DIALSTATUS: '`ANSWER`, `BUSY`, `NOANSWER`, `CANCEL`, `CONGESTION`, `CHANUNAVAIL`, `INVALIDARGS`',
        DIALEDPEERNAME: 'the channel that has answered',
        DIALEDPEERNUMBER: 'what was dialled for it, without the technology',
        'DIALEDTIME, ANSWEREDTIME, RINGTIME, PROGRESSTIME': 'seconds; with `_MS` behind it, milliseconds',
      },
    },
    RetryDial: {
      about: 'Dials repeatedly until the call is answered or the caller leaves.',
      syntax: 'announcement,pause,retries,dial arguments…',
      arguments: {
        announcement: 'passed over',
        pause: 'seconds between two calls',
        retries: 'how often to try again; a negative number never gives up',
      },
      results: { DIALSTATUS: 'that of the last call' },
    },
    Page: {
      about:
        'Calls many at once. All who answer hear the caller, in one bridge, until the caller leaves; then they are hung up. The caller is not called.',
      syntax: 'endpoint[&endpoint…][,options[,timeout]]',
      arguments: { timeout: 'seconds in which they have to answer: 5; 0 for no limit' },
      options: {
        d: 'all parties can speak, not only the caller',
        'A(sounds)': 'an announcement that each hears before the caller',
        n: 'the caller does not hear the announcement',
        q: 'no beep for the caller',
        r: 'records the page to `page-<bridge>.wav` in the folder of `MixMonitor`',
        s: 'leaves out devices that are in use',
        'b(place[(arguments)])': 'runs a subroutine on each called channel before it is called',
        'B(place[(arguments)])': 'runs one on the caller before',
        i: 'calls are not forwarded; they never are',
      },
      results: { MIXMONITOR_FILENAME: 'with `r`: the path of the recording' },
    },
    ChanIsAvail: {
      about: 'Finds the first of several endpoints that can be called. A channel is made for that, and ended at once.',
      syntax: 'endpoint[&endpoint…][,options]',
      options: {
        a: 'all that can be called, not only the first',
        s: 'not one that is in use',
        t: 'looks only at the state of the device, and makes no channel; includes `s`',
      },
      results: {
        AVAILCHAN: 'the name of the channel; several are joined by `&`',
        AVAILORIGCHAN: 'the endpoint that was found',
        AVAILSTATUS:
          'the state of the device, as a number: 0 unknown, 1 not in use, 2 in use, 3 busy, 4 invalid, 5 unavailable, 6 ringing, 7 ringing and in use, 8 on hold',
        AVAILCAUSECODE: 'why no channel could be made; 0 otherwise',
      },
    },
    Originate: {
      about: 'Places a call of its own, which goes on by itself.',
      syntax: 'endpoint,app|exten,arg1[,arg2[,arg3[,timeout[,options]]]]',
      arguments: {
        arg1: 'the application, or the context',
        arg2: 'its arguments, or the extension',
        arg3: 'the priority',
        timeout: 'seconds: 30',
      },
      options: {
        a: 'does not wait for the answer',
        'c(number)': 'caller number',
        'n(name)': 'caller name',
        'C(format[&format…])': 'formats',
        'v(name=value[^…])': 'variables',
      },
      results: { ORIGINATE_STATUS: '`SUCCESS`, `FAILED`, `BUSY`, `CONGESTION`, `HANGUP`, `RINGING`, `UNKNOWN`' },
    },
    Transfer: {
      about: 'Asks the far end to call another destination instead. `Local` channels cannot.',
      syntax: '[technology/]destination',
      results: {
        TRANSFERSTATUS: '`SUCCESS`, `FAILURE`, `UNSUPPORTED`',
        TRANSFERSTATUSPROTOCOL: 'the code of the technology, such as a SIP status; 0 without one',
      },
    },
    SoftHangup: {
      about: 'Hangs up another call.',
      syntax: 'channel[,options]',
      arguments: { channel: 'the name of the channel, or of its device' },
      options: { a: 'all calls of the device' },
    },
    ChannelRedirect: {
      about: 'Sends another call elsewhere in the dialplan.',
      syntax: 'channel,[[context,]extension,]priority',
      results: { CHANNELREDIRECT_STATUS: '`SUCCESS`, `NOCHANNEL`, `FAILED`' },
    },
    Incomplete: {
      about: 'Waits for more digits, and goes to the extension that they make.',
      syntax: '[options]',
      options: { n: 'hangs up with cause 28 instead' },
    },
  },
};

export const bridgeSection: ApplicationSection = {
  title: 'Bridges',
  entries: {
    Bridge: {
      about: 'Connects the caller with another channel, which is taken out of whatever it does.',
      syntax: 'channel[,options]',
      options: {
        'F(place)': 'where the other channel goes on afterwards',
        'L(ms)': 'ends it after this many milliseconds',
        'S(seconds)': 'ends it after this many seconds',
        n: 'does not answer the caller',
        x: 'hangs up the other channel afterwards',
      },
      results: { BRIDGERESULT: '`SUCCESS`, `FAILURE`, `LOOP`, `NONEXISTENT`' },
    },
    BridgeAdd: {
      about: 'Enters the bridge that another channel is in, until that is over.',
      syntax: 'channel',
      results: { BRIDGERESULT: '`SUCCESS`, `FAILURE`, `LOOP`, `NONEXISTENT`' },
    },
    ConfBridge: {
      about:
        'Enters a conference, until the caller leaves or is removed. Profiles and menus are those of `confbridge.conf`, or what the call has set by `CONFBRIDGE()`.',
      syntax: 'conference[,bridge_profile[,user_profile[,menu]]]',
      arguments: {
        conference: 'any name',
        bridge_profile: '`default_bridge`',
        user_profile: '`default_user`',
        menu: 'what digits do; nothing without one',
      },
      results: { CONFBRIDGE_RESULT: '`HANGUP`, `KICKED`, `ENDMARKED`, `DTMF`, `TIMEOUT`, `FAILED`' },
    },
    ConfKick: {
      about: 'Removes a participant from a conference.',
      syntax: 'conference[,channel]',
      arguments: { channel: 'a channel, `all`, or `participants`: all but administrators' },
      results: { CONFKICKSTATUS: '`SUCCESS`, `FAILURE`' },
    },
    BridgeWait: {
      about: 'Waits in a holding bridge, in which only announcers are heard.',
      syntax: '[name][,role][,options]',
      arguments: { name: '`default`', role: '`participant` or `announcer`' },
      options: { 'S(seconds)': 'how long', n: 'does not answer the call' },
    },
  },
};

export const clientSection: ApplicationSection = {
  title: 'Applications of clients',
  entries: {
    Stasis: {
      about:
        'Hands the call to an application that is connected to this server, until it hangs up, continues the call in the dialplan or moves it away. Does not answer.',
      syntax: 'application[,argument…]',
      results: { STASISSTATUS: 'empty at first, then `SUCCESS`, or `FAILED` when there is no such application' },
    },
    StasisBroadcast: {
      about: 'Offers the call to all applications; it goes to the first one that claims it.',
      syntax: '[timeout][,filter][,arguments][,notify_claimed]',
      arguments: {
        timeout: 'milliseconds from 0 to 60000: 500',
        filter: 'an expression on the names of applications, without commas',
        arguments: 'for the winner, separated by colons',
        notify_claimed: '`no`: the others are not told who has won',
      },
      results: { STASISSTATUS: '`SUCCESS`, `FAILED`, `TIMEOUT`' },
    },
    UserEvent: {
      about: 'Sends `ChannelUserevent` to the subscribers of the channel.',
      syntax: 'name[,key:value…]',
    },
  },
};

export const messageSection: ApplicationSection = {
  title: 'Texts and programs',
  entries: {
    SendText: {
      about: 'Sends a text to the far end, within the call. `Local` channels pass it to their other half.',
      syntax: '[text]',
      arguments: {
        text: '`\\n` and `\\t` stand for line and tab. The variable `SENDTEXT_BODY` goes before it; `SENDTEXT_CONTENT_TYPE`, `SENDTEXT_FROM_DISPLAYNAME` and `SENDTEXT_TO_DISPLAYNAME` count where the technology carries them',
      },
      results: {
        SENDTEXTSTATUS: '`SUCCESS`, `FAILURE`, `UNSUPPORTED`',
        SENDTEXTTYPE: '`BASIC`, `ENHANCED`, or `NONE` when nothing was sent',
      },
    },
    MessageSend: {
      about: 'Sends a text outside of the call: what `MESSAGE(body)` holds.',
      syntax: 'destination[,from[,to]]',
      arguments: { destination: '`<technology>:<address>`' },
      results: { MESSAGE_SEND_STATUS: '`SUCCESS`, `FAILURE`, `INVALID_PROTOCOL`, `INVALID_URI`' },
    },
    AGI: {
      about: 'Hands the call to a program of yours, which sends commands. See [AGI](agi.md).',
      syntax: 'program[,argument…]',
      arguments: { program: '`agi://<host>[:<port>][/<script>]`, or the name of a script' },
      results: { AGISTATUS: '`SUCCESS`, `FAILURE`, `NOTFOUND`, `HANGUP`' },
    },
    DeadAGI: {
      about: 'The same as `AGI`.',
      syntax: 'program[,argument…]',
      results: { AGISTATUS: 'as with `AGI`' },
    },
    EAGI: {
      about: 'Fails: programs get no audio this way. `AudioSocket` passes it on.',
      syntax: 'program[,argument…]',
      results: { AGISTATUS: '`FAILURE`' },
    },
    AudioSocket: {
      about: 'Connects an answered call with a program by an audio socket, until one of them ends it.',
      syntax: 'uuid,host:port',
      arguments: { uuid: 'by which the program knows the call' },
    },
    System: {
      about: 'Runs a command of the machine and waits for it. It ends with the call.',
      syntax: 'command',
      results: { SYSTEMSTATUS: '`SUCCESS`, `APPERROR`, `FAILURE`' },
    },
    TrySystem: {
      about: 'The same as `System`.',
      syntax: 'command',
      results: { SYSTEMSTATUS: 'as with `System`' },
    },
  },
};
