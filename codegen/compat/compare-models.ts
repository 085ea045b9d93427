import type { Finding } from './change';
import { breaking, compatible } from './change';
import { compareEnums, readRules, sentAndReadRules } from './compare-enums';
import type { Surface, SurfaceModel, SurfaceProperty } from './surface';
import { mapOf } from './surface';

export function* compareModel(before: SurfaceModel, after: SurfaceModel): Generator<Finding, void> {
  const base = (model: SurfaceModel) => model.base ?? 'no model';
  if (base(before) !== base(after)) yield breaking(`is a subtype of ${base(after)} now, was of ${base(before)}`);
  const discriminator = (model: SurfaceModel) => model.discriminator ?? 'nothing';
  if (discriminator(before) !== discriminator(after))
    yield breaking(`is told apart by ${discriminator(after)} now, was by ${discriminator(before)}`);
}

/** Every model is read by clients; some they send as well, and then both directions count. */
export function* compareProperty(
  before: SurfaceProperty,
  after: SurfaceProperty,
  sent: boolean,
): Generator<Finding, void> {
  if (before.type !== after.type) yield breaking(`has the type ${after.type} now, was ${before.type}`);
  if (before.required && !after.required) yield breaking('may be missing now, was always there');
  if (!before.required && after.required)
    yield sent ? breaking('is required now, was optional') : compatible('is always there now, was optional');
  yield* compareEnums(before, after, sent ? sentAndReadRules : readRules);
}

export function addedProperty({ type, required }: SurfaceProperty, sent: boolean): Finding {
  const detail = `is new: ${required ? 'required' : 'optional'} ${type}`;
  return required && sent ? breaking(detail) : compatible(detail);
}

/** Finds the property that a model has under a name, be it its own or inherited. */
export function propertyFinder({ models, properties }: Surface) {
  const [byModel, byProperty] = [mapOf(models), mapOf(properties)];
  return function find(model: string, name: string): SurfaceProperty | undefined {
    const base = byModel.get(model)?.base;
    return byProperty.get(`${model}.${name}`) ?? (base === undefined ? undefined : find(base, name));
  };
}
