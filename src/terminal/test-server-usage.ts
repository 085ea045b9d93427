/** Apart from the command itself, which brings the whole server. */
export const testServerUsage = `options of test-server, which prints its address as a line of JSON and takes commands as lines on
standard input, each answered by a line of JSON (advance 30s, drop-socket [APP], restart, story, close):
  --port N        port to listen on; any free one unless given
  --dialplan FILE the dialplan
  --clock real|virtual
                  with 'virtual', time passes only by the command advance
  --patience MS   how long the application may need to react, with a virtual clock; default 30
`;
