import type { ApplicationSection } from './reference';

export const flowSection: ApplicationSection = {
  title: 'Flow',
  entries: {
    Goto: {
      about:
        'Goes on elsewhere. A label may stand for the priority. Where there is nothing, the extension `i` or `e` steps in.',
      syntax: '[[context,]extension,]priority',
    },
    GotoIf: {
      about: 'Goes on elsewhere, depending on a condition. A branch that is missing means the next step.',
      syntax: 'condition?[true][:false]',
      arguments: { condition: 'false when it is empty or 0' },
    },
    GotoIfTime: {
      about: 'Goes on elsewhere at some times.',
      syntax: 'times,weekdays,monthdays,months[,zone]?[true][:false]',
      arguments: { times: '`9:00-17:00`; `*` for any, `&` joins several' },
    },
    Gosub: {
      about:
        'Calls a subroutine, which comes back by `Return`. It finds its arguments in `ARG1`, `ARG2` … and their number in `ARGC`.',
      syntax: '[[context,]extension,]priority[(argument,…)]',
    },
    GosubIf: {
      about: 'Calls one of two subroutines.',
      syntax: 'condition?[true][:false]',
    },
    Return: {
      about: 'Comes back from a subroutine.',
      syntax: '[value]',
      results: { GOSUB_RETVAL: 'the value' },
    },
    StackPop: { about: 'Forgets where to come back to.', syntax: '' },
    While: { about: 'Repeats the steps up to `EndWhile` as long as the condition is true.', syntax: 'condition' },
    EndWhile: { about: 'The end of a loop.', syntax: '' },
    ExitWhile: { about: 'Leaves a loop.', syntax: '' },
    ContinueWhile: { about: 'Begins the loop anew.', syntax: '' },
    If: {
      about:
        'Runs the steps up to `ElseIf`, `Else` or `EndIf` when the condition is true, and otherwise those of the first other branch that fits.',
      syntax: 'condition',
    },
    ElseIf: { about: 'The beginning of another branch.', syntax: 'condition' },
    Else: { about: 'The beginning of the branch for all other cases.', syntax: '' },
    EndIf: { about: 'The end of the last branch.', syntax: '' },
    ExitIf: { about: 'Goes on behind `EndIf`.', syntax: '' },
    Exec: { about: 'Runs an application whose name comes from a variable.', syntax: 'application(arguments)' },
    ExecIf: {
      about: 'Runs one of two applications.',
      syntax: 'condition?application(arguments)[:application(arguments)]',
    },
    TryExec: {
      about: 'Runs an application, and goes on whatever becomes of it.',
      syntax: 'application(arguments)',
      results: { TRYSTATUS: '`SUCCESS`, `FAILED`, `NOAPP`' },
    },
    RaiseException: { about: 'Goes to the extension `e`.', syntax: 'reason' },
    WaitUntil: {
      about: 'Waits for a moment.',
      syntax: 'epoch',
      arguments: { epoch: 'seconds since 1970' },
      results: { WAITUNTILSTATUS: '`OK`, `PAST`, `HANGUP`, `FAILURE`' },
    },
    WaitForCondition: {
      about: 'Waits until a condition is true: `WaitForCondition(#,#["#{GLOBAL(OPEN)}"="1"],60)`.',
      syntax: 'character,expression[,timeout[,interval]]',
      arguments: {
        character: 'stands for `$` in the expression, which would be filled in too early',
        timeout: 'seconds; without it no limit',
        interval: 'seconds between two looks: 0.05',
      },
      results: { WAITFORCONDITIONSTATUS: '`TRUE`, `TIMEOUT`, `HANGUP`, `FAILURE`' },
    },
    WaitForSignal: {
      about: 'Waits until another call sends a signal.',
      syntax: 'name[,timeout]',
      arguments: { timeout: 'seconds; without it no limit' },
      results: {
        WAITFORSIGNALSTATUS: '`SIGNALED`, `TIMEOUT`, `HANGUP`',
        WAITFORSIGNALPAYLOAD: 'what came with it',
      },
    },
    Signal: {
      about: 'Sends a signal to the call that has waited for it longest.',
      syntax: 'name[,payload]',
      results: { SIGNALSTATUS: '`SUCCESS`, or `FAILURE` without a waiting channel' },
    },
    Wait: { about: 'Waits.', syntax: 'seconds', arguments: { seconds: 'fractions allowed' } },
  },
};

export const outputSection: ApplicationSection = {
  title: 'Variables and output',
  entries: {
    Set: {
      about:
        'Sets a variable or a function. Channels that this one calls inherit `_name` once, and `__name` with all they call.',
      syntax: 'name=value',
    },
    MSet: { about: 'Sets several.', syntax: 'name=value[,name=value…]' },
    DBdel: { about: 'Deletes a value of the database.', syntax: 'family/key' },
    DBdeltree: { about: 'Deletes everything below a family, or below a key in it.', syntax: 'family[/key]' },
    Reload: {
      about: 'Lets modules read their files again.',
      syntax: '[module[,module…]]',
      arguments: { module: 'without one, all that can' },
      results: { RELOADSTATUS: '`SUCCESS`, `FAILURE`' },
    },
    NoOp: { about: 'Does nothing; `ChannelDialplan` and the log show it.', syntax: '[text]' },
    Verbose: {
      about: 'Writes to the log.',
      syntax: '[level,]text',
      arguments: { level: 'above 2 only for debugging' },
    },
    DumpChan: {
      about: 'Writes to the log what there is to know of the channel, with all of its variables.',
      syntax: '[level]',
      arguments: { level: 'passed over' },
    },
    Log: {
      about: 'Writes to the log.',
      syntax: 'level,text',
      arguments: { level: '`ERROR`, `WARNING`, `NOTICE`, `VERBOSE`, `DEBUG`, `DTMF`' },
    },
  },
};
