/** RFC 5031 §4: labels of a service, case does not matter. */
const emergencyForm = /^urn:service:sos(?:\.[a-z\d-]+)*$/i;

/** Whether a URI asks for help in an emergency: `urn:service:sos`, or one of its services, such as `urn:service:sos.fire`. */
export function isEmergencyService(uri: string): boolean {
  return emergencyForm.test(uri);
}
