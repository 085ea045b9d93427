import { failure, success } from '../protocol/response';
import { action } from './action-row';
import { needed, optional } from './parameters';

const family = needed('Family', 'The family of the value.');
const key = needed('Key', 'The key in it.');
const missing = failure('Database entry not found');

/** The database that dialplans keep values in. */
export const databaseActions = [
  action('DBGet', 'Reads a value of the database.', {
    classes: ['system', 'reporting'],
    parameters: { family, key },
    answer: 'A list of DBGetResponse (`Family`, `Key`, `Val`), closed by DBGetComplete.',
    run: ({ family: of, key: name }, { services }) => {
      const value = services.database.get(`${of}/${name}`);
      if (value === undefined) return missing;
      return {
        kind: 'list',
        message: 'Result will follow',
        items: [
          {
            event: 'DBGetResponse',
            fields: [
              ['Family', of],
              ['Key', name],
              ['Val', value],
            ],
          },
        ],
        complete: 'DBGetComplete',
      };
    },
  }),
  action('DBPut', 'Writes a value of the database.', {
    classes: ['system'],
    parameters: { family, key, value: optional('Val', 'The value.') },
    answer: 'Nothing more.',
    run: ({ family: of, key: name, value }, { services }) => {
      services.database.set(`${of}/${name}`, value);
      return success('Updated database successfully');
    },
  }),
  action('DBDel', 'Deletes a value of the database.', {
    classes: ['system'],
    parameters: { family, key },
    answer: 'Nothing more.',
    run: ({ family: of, key: name }, { services }) => {
      if (services.database.get(`${of}/${name}`) === undefined) return missing;
      services.database.delete(`${of}/${name}`);
      return success('Key deleted successfully');
    },
  }),
  action('DBDelTree', 'Deletes all values below a family or key.', {
    classes: ['system'],
    parameters: { family, key: optional('Key', 'A key; without it, the whole family.') },
    answer: 'Nothing more.',
    run: ({ family: of, key: name }, { services }) => {
      const deleted = services.database.deleteTree(name === '' ? of : `${of}/${name}`);
      return deleted === 0 ? missing : success('Key tree deleted successfully');
    },
  }),
];
