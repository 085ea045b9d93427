import { clusterUsage } from './cluster-commands';
import { sipTraceUsage } from './sip-trace';
import { tapeUsage } from './tape-usage';
import { testServerUsage } from './test-server-usage';

/** What `patchbay --help` prints. */
export const usage = `usage: patchbay COMMAND [options]

  serve           serve the interface until interrupted
  check-config    read the configuration; say what is wrong with it, what is ignored and what the server would do
  dialplan show   print the dialplan, or one context of it: dialplan show [CONTEXT]
  dialplan applications, dialplan functions
                  print what the dialplan can use, or one of it: dialplan applications [NAME]
  sip trace       print SIP messages of a running server as they come, or a ladder of one call: sip trace [CHANNEL]
  cluster status  print the nodes of a cluster
  drain           let a node finish its calls and stop: drain [NODE], or cluster drain [NODE]
  cluster adopt   copy what the database of this server holds into the cluster that cluster.conf names
  cli             commands for a running server: core show channels, …; cli -x COMMAND runs one
  demo            start a server, let a simulated phone call a small application, and draw the call
  test-server     a server for tests in any language, with simulated phones and a virtual clock
  record          record what an application and a server say to each other: record URL [--output FILE]
  replay          play the server's side of a recorded session to an application: replay FILE
                  or the application's side to a server, and say how it differs: replay FILE URL
  hash-password   read a password from standard input and print it hashed, for ari.conf
  version         print the versions of the server and of the interface

options of serve, check-config and cluster adopt; --config also of dialplan show:
  --config DIR    folder with the .conf files        (PATCHBAY_CONFIG; default: the shipped one)
  --state DIR     folder for logs, recordings, data  (PATCHBAY_STATE; default: asterisk.conf, or .patchbay here)
  --port N        port to listen on, 0 for any       (PATCHBAY_PORT; default: http.conf)
  --bind ADDRESS  address to listen on               (PATCHBAY_BIND; default: http.conf)
  --sip-port N    port for phones, 0 for any         (PATCHBAY_SIP_PORT; default: phones.conf)
  --contract      let the OpenAPI document judge every request and answer (slow; for tests)

${sipTraceUsage}
${clusterUsage}
${testServerUsage}
${tapeUsage}`;
