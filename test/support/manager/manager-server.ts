import type { ConfFiles } from '../server/running-server';
import { RunningServer } from '../server/running-server';

const general = '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nport = 0\n';

/** `secret` is the secret of all of them. */
export const managerUsers = `
[admin]
secret = secret
read = all
write = all

[caller]
secret = secret
read = call
write = call,originate

[onlooker]
secret = secret
read = all
write = reporting
`;

export const managerConf = (more = '', users = managerUsers): string => `${general}${more}\n${users}`;

const dialplan = `
[default]
exten => wait,1,Answer()
 same => n,Wait(600)
exten => echo,1,Answer()
 same => n,Echo()
exten => busy,1,Busy(1)
exten => ring,1,Ringing()
 same => n,Wait(600)
exten => told,1,UserEvent(Ready,Colour: blue,Size: 3)
 same => n,Wait(600)
`;

/** A server with a manager interface and a few extensions to call. */
export function startManagerServer(files: ConfFiles = {}): Promise<RunningServer> {
  return RunningServer.start({ 'manager.conf': managerConf(), 'extensions.conf': dialplan, ...files });
}
