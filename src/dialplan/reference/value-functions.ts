import type { FunctionSection } from './reference';

export const textSection: FunctionSection = {
  title: 'Texts',
  entries: {
    LEN: { about: 'The length of a text.', syntax: 'text', access: 'read' },
    TOUPPER: { about: 'In capitals.', syntax: 'text', access: 'read' },
    TOLOWER: { about: 'In small letters.', syntax: 'text', access: 'read' },
    TRIM: { about: 'Without blanks at its ends.', syntax: 'text', access: 'read' },
    LTRIM: { about: 'Without blanks at its beginning.', syntax: 'text', access: 'read' },
    RTRIM: { about: 'Without blanks at its end.', syntax: 'text', access: 'read' },
    REVERSE: { about: 'Backwards.', syntax: 'text', access: 'read' },
    FILTER: { about: 'Only the characters that are allowed: `0-9A-F`.', syntax: 'characters,text', access: 'read' },
    REPLACE: {
      about: 'With each of these characters replaced by one, or left out.',
      syntax: 'variable,characters[,character]',
      access: 'read',
    },
    STRREPLACE: {
      about: 'With each occurrence of a text replaced.',
      syntax: 'variable,find[,replacement[,most]]',
      access: 'read',
    },
    REGEX: { about: '1 when the expression fits.', syntax: '"expression" text', access: 'read' },
    SPRINTF: { about: 'Texts and numbers by a pattern of C.', syntax: 'pattern[,value…]', access: 'read' },
    PASSTHRU: { about: 'The text itself, for where a variable is expected.', syntax: 'text', access: 'read' },
    EVAL: { about: 'Fills in what a variable holds once more.', syntax: 'text', access: 'read' },
    QUOTE: { about: 'In quotes.', syntax: 'text', access: 'read' },
    CSV_QUOTE: { about: 'In quotes, as in a CSV file.', syntax: 'text', access: 'read' },
    URIENCODE: { about: 'Percent-encoded.', syntax: 'text', access: 'read' },
    URIDECODE: { about: 'The other way round.', syntax: 'text', access: 'read' },
    BASE64_ENCODE: { about: 'In base 64.', syntax: 'text', access: 'read' },
    BASE64_DECODE: { about: 'The other way round.', syntax: 'text', access: 'read' },
    MD5: { about: 'The MD5 digest.', syntax: 'text', access: 'read' },
    SHA1: { about: 'The SHA-1 digest.', syntax: 'text', access: 'read' },
    JSON_DECODE: {
      about: 'An item of a JSON document in a variable: `a.b.0`.',
      syntax: 'variable,item[,separator[,options]]',
      access: 'read',
      arguments: { options: '`c`: how many items an array has' },
    },
  },
};

export const listSection: FunctionSection = {
  title: 'Lists',
  entries: {
    CUT: {
      about: 'Fields of a list.',
      syntax: 'variable[,delimiter],range',
      access: 'read',
      arguments: { delimiter: '`-`', range: '`2`, `2-`, `-3`, `2-4`, joined by `&`' },
    },
    FIELDQTY: { about: 'How many fields it has.', syntax: 'variable[,delimiter]', access: 'read' },
    FIELDNUM: { about: 'Which field holds a value; 0 for none.', syntax: 'variable,delimiter,value', access: 'read' },
    LISTFILTER: { about: 'The list without a value.', syntax: 'variable,delimiter,value', access: 'read' },
    SHIFT: { about: 'Takes the first field out.', syntax: 'variable[,delimiter]', access: 'read' },
    POP: { about: 'Takes the last field out.', syntax: 'variable[,delimiter]', access: 'read' },
    UNSHIFT: { about: 'Puts a value before the first field.', syntax: 'variable[,delimiter]', access: 'write' },
    PUSH: { about: 'Puts a value behind the last field.', syntax: 'variable[,delimiter]', access: 'write' },
    SORT: { about: 'The keys in the order of their numbers.', syntax: 'key:number[,key:number…]', access: 'read' },
    ARRAY: {
      about: 'Sets several variables to the fields of a list.',
      syntax: 'variable[,variable…]',
      access: 'write',
    },
    HASH: { about: 'A value of a table; all of them without a key.', syntax: 'name[,key]', access: 'read and write' },
    HASHKEYS: { about: 'The keys of a table.', syntax: 'name', access: 'read' },
    CLEARHASH: { about: 'Empties a table.', syntax: 'name', access: 'write' },
  },
};

export const logicSection: FunctionSection = {
  title: 'Logic and numbers',
  entries: {
    IF: { about: 'One of two values.', syntax: 'condition?[true][:false]', access: 'read' },
    IFTIME: {
      about: 'One of two values, by the time.',
      syntax: 'times,weekdays,monthdays,months[,zone]?[true][:false]',
      access: 'read',
    },
    ISNULL: { about: '1 when the text is empty.', syntax: 'text', access: 'read' },
    EXISTS: { about: '1 when it is not.', syntax: 'text', access: 'read' },
    SET: { about: 'Sets a variable, and gives its value.', syntax: 'name=value', access: 'read' },
    MATH: {
      about: 'Works out two numbers.',
      syntax: 'number operator number[,form]',
      access: 'read',
      arguments: {
        operator: '`+ - * / % ** << >> < > <= >= == AND OR XOR`',
        form: '`float`, `int`, `hex` or `char`; without it with six digits behind the point',
      },
    },
    INC: { about: 'Counts a variable up.', syntax: 'variable', access: 'read' },
    DEC: { about: 'Counts it down.', syntax: 'variable', access: 'read' },
    ABS: { about: 'The number without its sign.', syntax: 'number', access: 'read' },
    RAND: { about: 'A random number.', syntax: '[min][,max]', access: 'read' },
    UUID: { about: 'A random UUID.', syntax: '', access: 'read' },
    STRFTIME: {
      about: 'A moment by a pattern of C; now and `%c` without any.',
      syntax: '[epoch][,zone[,pattern]]',
      access: 'read',
    },
  },
};
