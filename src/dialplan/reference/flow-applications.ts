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
    NoOp: { about: 'Does nothing; `ChannelDialplan` and the log show it.', syntax: '[text]' },
    Verbose: {
      about: 'Writes to the log.',
      syntax: '[level,]text',
      arguments: { level: 'above 2 only for debugging' },
    },
    Log: {
      about: 'Writes to the log.',
      syntax: 'level,text',
      arguments: { level: '`ERROR`, `WARNING`, `NOTICE`, `VERBOSE`, `DEBUG`, `DTMF`' },
    },
  },
};
