/** A service that others call, whether or not somebody provides it at the moment. */
export class ServiceSlot<Service> {
  #provided: Service | undefined;

  /** `absent` answers while nobody provides the service. */
  constructor(private readonly absent: Service) {}

  get current(): Service {
    return this.#provided ?? this.absent;
  }

  /** A later provider replaces an earlier one. The result takes the service away again. */
  provide(service: Service): () => void {
    this.#provided = service;
    return () => {
      if (this.#provided === service) this.#provided = undefined;
    };
  }
}
