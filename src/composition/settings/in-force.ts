/** A part of the configuration as it counts now. A reload replaces it. */
export class InForce<Part> {
  constructor(public current: Part) {}
}
