/** Apart from the commands themselves, which are loaded when they are used. */
export const tapeUsage = `options of record and replay, which print their address for the application as a line of JSON:
  --port N        port to listen on; any free one unless given
  --output FILE   where record saves the session, until it is interrupted; default session.json

options of replay FILE URL, which ends with status 1 when the server differs:
  --user NAME     of the server                      (PATCHBAY_USER)
  --password P    better given as                     PATCHBAY_PASSWORD
  --timeout N     seconds of silence after which what the server has not said is missing; default 5
`;
