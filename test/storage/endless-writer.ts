import { openDatabase } from '../../src/storage/database';
import { PersistentStore } from '../../src/storage/persistent-store';
import { makeLogger } from '../../src/shared/logger';
import { fieldsAfter, ids, objectType } from './written-steps';

// Writes until it is killed: several objects at once, each one step after the other. Says `<id> <step>` as soon as a
// step is acknowledged. Arguments: the database, then the first step for each object.
const [file = '', ...firstSteps] = process.argv.slice(2);
const store = new PersistentStore({ persistence: openDatabase(file), log: makeLogger(() => undefined) });

async function writeForever(id: string, firstStep: number): Promise<never> {
  for (let step = firstStep; ; step += 1) {
    const fields = fieldsAfter(step);
    await (fields === undefined ? store.delete(objectType, id) : store.put(objectType, id, fields));
    process.stdout.write(`${id} ${step}\n`);
  }
}

for (const [index, id] of ids.entries()) void writeForever(id, Number(firstSteps[index]));
