import type { InterfaceModel, Model, Property } from '../model/interface-model';
import { eventsOf } from '../model/interface-model';
import type { Emitter } from './emitter';
import { banner } from './emitter';
import { docComment, importUsed, key, quote, sinceTags, typeText } from './typescript';

/** An interface per model. A family with a discriminator becomes a union of its leaves that TypeScript can narrow. */
export const emitModels: Emitter = (model, templates) => {
  const body = templates.render('models', {
    models: model.models.map((entry) => modelView(entry, model)),
    eventTypes: eventsOf(model.models).map(({ name }) => ({ literal: quote(name) })),
  });
  const imports = importUsed(body, ['JsonObject', 'JsonValue'], '../src/contract/json');
  return { path: 'generated/models.ts', text: [banner('models'), ...imports, '', body].join('\n') };
};

function modelView(model: Model, { models, resources }: InterfaceModel) {
  const owner = resources.find(({ name }) => name === model.resource);
  const doc = docComment([model.description, ...sinceTags(model.since, owner?.since)]);
  return { text: model.subTypes.length > 0 ? familyText(model, doc, models) : interfaceText(model, doc, models) };
}

/** A base model: the fields its leaves share, and the union of those leaves under the model's own name. */
function familyText(model: Model, doc: string, models: readonly Model[]): string {
  const fields = docComment([`The fields that every ${model.name} carries.`]);
  const base = model.base === undefined ? '' : ` extends ${model.base}Fields`;
  const members = [...model.subTypes].map((name) => `\n  | ${name}`).join('');
  return [
    `${fields}\nexport interface ${model.name}Fields${base} ${body(model.properties, model)}`,
    `${doc}\nexport type ${model.name} =${members};`,
    ...(model.discriminator === undefined ? [] : [discriminatorNote(model, models)]),
  ].join('\n\n');
}

function discriminatorNote(model: Model, models: readonly Model[]): string {
  const doc = docComment([`Every value that \`${model.discriminator ?? ''}\` of a ${model.name} can have.`]);
  const leaves = models.filter((entry) => entry.subTypes.length === 0 && isBelow(entry, model.name, models));
  return leaves.length === 0
    ? ''
    : `${doc}\nexport type ${model.name}Type = ${model.name}['${model.discriminator ?? ''}'];`;
}

function interfaceText(model: Model, doc: string, models: readonly Model[]): string {
  const base = model.base === undefined ? '' : ` extends ${model.base}Fields`;
  const discriminator = discriminatorOf(model, models);
  const own = discriminator === undefined ? '' : `  readonly ${key(discriminator)}: ${quote(model.name)};\n`;
  if (own === '' && model.properties.length === 0)
    return `${doc}\nexport type ${model.name} = Readonly<Record<string, never>>;`;
  return `${doc}\nexport interface ${model.name}${base} ${body(model.properties, model, own)}`;
}

function body(properties: readonly Property[], owner: Model, first = ''): string {
  const lines = properties.map((property) => {
    const doc = docComment([property.description, ...sinceTags(property.since, owner.since)], '  ');
    const optional = property.required ? '' : '?';
    return `${doc}\n  readonly ${key(property.name)}${optional}: ${typeText(property.type, property.enum)};\n`;
  });
  return `{\n${first}${lines.join('')}}`;
}

function discriminatorOf(model: Model, models: readonly Model[]): string | undefined {
  const base = models.find(({ name }) => name === model.base);
  return base === undefined ? undefined : (base.discriminator ?? discriminatorOf(base, models));
}

function isBelow(model: Model, name: string, models: readonly Model[]): boolean {
  if (model.base === undefined) return false;
  if (model.base === name) return true;
  const base = models.find((entry) => entry.name === model.base);
  return base !== undefined && isBelow(base, name, models);
}
