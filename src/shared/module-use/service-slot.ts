/** A service that can be called whether or not it currently has a provider. */
export class ServiceSlot<Service> {
  #provided: Service | undefined;

  /** `absent` answers while there is no provider. */
  constructor(private readonly absent: Service) {}

  get current(): Service {
    return this.#provided ?? this.absent;
  }

  /** A later provider replaces an earlier one. The result removes the provider. */
  provide(service: Service): () => void {
    this.#provided = service;
    return () => {
      if (this.#provided === service) this.#provided = undefined;
    };
  }
}
