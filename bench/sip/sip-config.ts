/** Configuration files by name. */
export type BenchFiles = Readonly<Record<string, string>>;

export interface SipPorts {
  readonly server: number;
  readonly callee: number;
}

export const phones = { plain: 5000, contacts: 10, withPassword: 100, qualifySeconds: 60 };

/** Nothing is refused: rows that keep the server busy all the time measure what it can do. */
const unlimited = '\n[global]\ntype = global\ntaskprocessor_overload_trigger = none\n';

/** A caller without a password, a phone that is called, phones that register with passwords. */
function pjsipConf({ server, callee }: SipPorts): string {
  return `[udp]
type = transport
protocol = udp
bind = 127.0.0.1:${server}

[bench]
type = endpoint
context = default
disallow = all
allow = ulaw,alaw

dtmf_mode = info

[callee]
type = endpoint
aors = callee
disallow = all
allow = ulaw,alaw
[callee]
type = aor
contact = sip:callee@127.0.0.1:${callee}
`;
}

function phoneConf(index: number, more: { readonly password: boolean; readonly qualify: number }): string {
  const name = `phone${index}`;
  const auth = more.password ? `[${name}]\ntype = auth\nusername = ${name}\npassword = ${name}\n` : '';
  return `[${name}]
type = endpoint
aors = ${name}
${more.password ? `auth = ${name}\n` : ''}[${name}]
type = aor
max_contacts = ${phones.contacts}
remove_existing = yes
qualify_frequency = ${more.qualify}
${auth}`;
}

const dialplan = `[default]
exten => direct,1,Answer(,i)
 same => n,Hangup()
exten => app,1,Stasis(bench)
 same => n,Hangup()
exten => held,1,Answer(,i)
 same => n,Wait(600)
exten => watched,hint,Stasis:watched
exten => through,1,Dial(PJSIP/callee,20)
 same => n,Hangup()
`;

/** Ports of audio are below those that the system gives to sockets without a port of their own, the load among them. */
const common: BenchFiles = {
  'extensions.conf': dialplan,
  'rtp.conf': '[general]\nrtpstart = 20000\nrtpend = 29999\n',
};

/** For calls and for registrations with passwords. */
export function callFiles(ports: SipPorts): BenchFiles {
  const registering = Array.from({ length: phones.withPassword }, (_, index) =>
    phoneConf(index, { password: true, qualify: 0 }),
  );
  return { ...common, 'pjsip.conf': `${pjsipConf(ports)}${unlimited}${registering.join('')}` };
}

/** For many contacts that are asked whether they are there. */
export function contactFiles(ports: SipPorts): BenchFiles {
  const many = Array.from({ length: phones.plain }, (_, index) =>
    phoneConf(index, { password: false, qualify: phones.qualifySeconds }),
  );
  return { ...common, 'pjsip.conf': `${pjsipConf(ports)}${unlimited}${many.join('')}` };
}

/** For calls, with the control of overload as it is by default. */
export function overloadFiles(ports: SipPorts): BenchFiles {
  return { ...common, 'pjsip.conf': pjsipConf(ports) };
}
