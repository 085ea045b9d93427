/** RFC 5031 §4: labels of a service; case does not matter. */
const emergencyForm = /^urn:service:(sos(?:\.[a-z\d-]+)*)$/i;

/** The service that a URI asks for in an emergency: `sos` of `urn:service:sos`, `sos.fire` of `urn:service:sos.fire`. */
export function emergencyService(uri: string): string | undefined {
  return emergencyForm.exec(uri)?.[1]?.toLowerCase();
}

export function isEmergencyService(uri: string): boolean {
  return emergencyForm.test(uri);
}
