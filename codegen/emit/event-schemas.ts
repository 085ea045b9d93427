import type { InterfaceModel, Since } from '../model/interface-model';
import { eventsOf } from '../model/interface-model';
import type { Emitter } from './emitter';
import { jsonFile } from './emitter';
import type { Schema, SchemaDialect } from './schema';
import { checkedPrimitives, modelSchema, withReferences } from './schema';

export const emitEventSchemas: Emitter = (model) => jsonFile('generated/events.schema.json', eventSchemas(model));

/** One JSON Schema that every event of the socket fits and that stands by itself: no other file, no own keywords. */
export function eventSchemas({ title, version, models }: InterfaceModel): Schema {
  const events = eventsOf(models);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:patchbay:events:${version}`,
    title: `${title}: events`,
    description: 'An event as it arrives on the websocket. Further fields may come with later versions.',
    oneOf: events.map(({ name }) => dialect.refersTo(name)),
    $defs: Object.fromEntries(
      withReferences(events, models).map((model) => [model.name, modelSchema(model, models, dialect)]),
    ),
  };
}

const dialect: SchemaDialect = {
  refersTo: (model) => ({ $ref: `#/$defs/${model}` }),
  primitives: checkedPrimitives,
  // A comment, because strict validators refuse keywords they do not know.
  dated: (since) => ({ $comment: commentOn(since) }),
  datedValues: () => ({}),
};

function commentOn({ added, changed }: Since): string {
  return [`since ${added}`, ...changed.map((version) => `changed in ${version}`)].join(', ');
}
