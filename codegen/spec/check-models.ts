import type { Problem } from './problem';
import { closest } from './shape';
import type { Check, Report, SpecResource } from './spec';
import { reporter } from './spec';
import type { SwaggerModel } from '../../src/publish/swagger';

interface Place {
  readonly name: string;
  readonly model: SwaggerModel;
  readonly resource: SpecResource;
  readonly report: Report;
}

/** Models are named once, list real properties as required, and inherit along one acyclic line. */
export const checkModels: Check = function* ({ resources }) {
  const places = resources.flatMap((resource) =>
    Object.entries(resource.declaration.models).map(([name, model]) => ({
      name,
      model,
      resource,
      report: reporter(resource.file),
    })),
  );
  const firstHome = new Map<string, string>();
  for (const place of places) {
    const home = firstHome.get(place.name);
    if (home === undefined) firstHome.set(place.name, place.resource.file.path);
    else
      yield place.report(
        ['models', place.name],
        `model '${place.name}' is declared in ${home} too`,
        'declare it once; $ref reaches across files',
      );
    yield* checkNames(place);
    yield* checkDiscriminator(place, places);
  }
  yield* checkInheritance(places);
};

function* checkNames({ name, model, report }: Place): Generator<Problem, void> {
  if (model.id !== name)
    yield report(['models', name, 'id'], `id '${model.id}' under the key '${name}'`, `write "id": "${name}"`);
  for (const [index, property] of (model.required ?? []).entries()) {
    if (Object.hasOwn(model.properties, property)) continue;
    const near = closest(property, Object.keys(model.properties));
    const hint = near === undefined ? 'declare the property or remove it here' : `did you mean '${near}'?`;
    yield report(
      ['models', name, 'required', index],
      `'${property}' is required but is not a property of ${name}`,
      hint,
    );
  }
}

function* checkDiscriminator({ name, model, report }: Place, places: readonly Place[]): Generator<Problem, void> {
  const { discriminator, subTypes } = model;
  const base = places.find((other) => other.model.subTypes?.includes(name));
  if (discriminator === undefined) {
    if (subTypes && !base)
      yield report(
        ['models', name],
        `${name} has subTypes but no discriminator`,
        'name the property that tells them apart: "discriminator": "type"',
      );
    return;
  }
  const at = ['models', name, 'discriminator'];
  if (!subTypes) yield report(at, `${name} has a discriminator but no subTypes`, 'list its subTypes or remove it');
  if (base)
    yield report(
      at,
      `${name} is a subtype of ${base.name}, which has the discriminator`,
      'only the root of the family has one',
    );
  if (!model.required?.includes(discriminator))
    yield report(
      at,
      `discriminator '${discriminator}' is not a required property`,
      `add '${discriminator}' to properties and required`,
    );
}

function* checkInheritance(places: readonly Place[]): Generator<Problem, void> {
  const byName = new Map(places.map((place) => [place.name, place]));
  const baseOf = new Map<string, string>();
  for (const { name, model, resource, report } of places) {
    for (const [index, subType] of (model.subTypes ?? []).entries()) {
      const at = ['models', name, 'subTypes', index];
      const known = byName.get(subType);
      const other = baseOf.get(subType);
      if (!known)
        yield report(
          at,
          `subtype '${subType}' is not declared`,
          `declare the model '${subType}' in this file or remove it here`,
        );
      else if (known.resource !== resource)
        yield report(
          at,
          `subtype '${subType}' is declared in another file`,
          `move it to ${resource.file.path}: a family lives in one file`,
        );
      else if (other !== undefined)
        yield report(at, `'${subType}' is already a subtype of ${other}`, 'a model has one base');
      else baseOf.set(subType, name);
    }
  }
  for (const place of places) yield* checkAncestry(place, baseOf, byName);
}

function* checkAncestry(
  { name, model, report }: Place,
  baseOf: ReadonlyMap<string, string>,
  byName: ReadonlyMap<string, Place>,
): Generator<Problem, void> {
  const seen = new Set([name]);
  for (let base = baseOf.get(name); base !== undefined; base = baseOf.get(base)) {
    if (seen.has(base)) {
      // Reported once, at the member of the ring whose name sorts first; not at those who merely descend from it.
      if (base === name && [...seen].sort()[0] === name)
        yield report(['models', name], `${name} is its own ancestor`, 'break the ring of subTypes');
      return;
    }
    seen.add(base);
    for (const property of Object.keys(byName.get(base)?.model.properties ?? {})) {
      if (!Object.hasOwn(model.properties, property)) continue;
      yield report(
        ['models', name, 'properties', property],
        `'${property}' is inherited from ${base}`,
        'remove it: a subtype adds, it does not override',
      );
    }
  }
}
