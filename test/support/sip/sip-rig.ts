import { until } from '../calls/call-events';
import { CallRig } from '../calls/call-rig';
import { PhoneCall, sdpAt } from '../calls/phone-call';
import type { PlacedCall } from '../calls/phone-call';
import { RtpPeer } from '../media/rtp-peer';
import type { ConfFiles } from '../server/running-server';
import { SipPhone } from './sip-phone';
import type { AppSocket } from '../sockets/socket-peer';

const pjsipConf = `
[udp]
type = transport
protocol = udp
bind = 127.0.0.1:0

[phone](!)
type = endpoint
context = default
disallow = all
allow = ulaw,alaw
[address](!)
type = aor
max_contacts = 1
remove_existing = yes
[secret](!)
type = auth
auth_type = digest

[alice](phone)
auth = alice
aors = alice
callerid = Alice A <1001>
[alice](address)
[alice](secret)
username = alice
password = alice

[bob](phone)
auth = bob
aors = bob
trust_id_inbound = yes
send_pai = yes
[bob](address)
[bob](secret)
username = bob
password = bob

[dave](phone)
auth = dave
aors = dave
device_state_busy_at = 1
moh_suggest = second
[dave](address)
[dave](secret)
username = dave
password = dave

[carol](phone)
auth = carol
aors = carol
[carol](address)
[carol](secret)
username = carol
password = carol

[erin](phone)
`;

const dialplan = `
exten => app,1,Stasis(hello)
 same => n,Hangup()
exten => answered,1,Answer(,i)
 same => n,Stasis(hello,answered)
exten => echo,1,Answer(,i)
 same => n,Echo()
exten => dialbob,1,Dial(PJSIP/bob,20)
 same => n,Hangup()
`;

/** A server with endpoints of pjsip.conf, and phones that call it over real sockets. */
export class SipRig {
  readonly #phones: SipPhone[] = [];
  readonly #peers: RtpPeer[] = [];

  private constructor(readonly calls: CallRig) {}

  /** `pjsip` and `extensions` come behind what is there in any case. */
  static async start({ pjsip = '', extensions = '', files = {} }: SipRigOptions = {}): Promise<SipRig> {
    return new SipRig(
      await CallRig.start(
        `${dialplan}${extensions}`,
        {
          'pjsip.conf': `${pjsipConf}${pjsip}`,
          'rtp.conf': '[general]\nrtpstart = 20000\nrtpend = 29999\n',
          ...files,
        },
        { usesSip: true },
      ),
    );
  }

  get port(): number {
    const [listener] = this.calls.server.phones;
    if (listener === undefined) throw new Error('no transport listens');
    return listener.port;
  }

  get rest(): CallRig['rest'] {
    return this.calls.rest;
  }

  open(application: string): Promise<AppSocket> {
    return this.calls.open(application);
  }

  async phone(name: string, password = name): Promise<SipPhone> {
    const phone = await SipPhone.overUdp(name, password, this.port);
    this.#phones.push(phone);
    return phone;
  }

  async registered(name: string): Promise<SipPhone> {
    const phone = await this.phone(name);
    const { status } = await phone.register();
    if (status !== 200) throw new Error(`${name} could not register: ${status}`);
    return phone;
  }

  /** Where a phone sends and hears audio. */
  async audio(): Promise<RtpPeer> {
    const peer = await RtpPeer.open();
    this.#peers.push(peer);
    return peer;
  }

  /** A phone in a call with the application, not answered yet: the call and the id of its channel. */
  async inApplication(
    phone: SipPhone,
    app: AppSocket,
    placed: PlacedCall = {},
  ): Promise<{ call: PhoneCall; id: string }> {
    const call = await PhoneCall.place(phone, 'app', { sdp: sdpAt(40_000), ...placed });
    for (;;) {
      const event = await app.next();
      if (event.type !== 'StasisStart') continue;
      return { call, id: (event['channel'] as { readonly id: string }).id };
    }
  }

  /** The same, answered by the application. */
  async answered(phone: SipPhone, app: AppSocket, placed: PlacedCall = {}): Promise<{ call: PhoneCall; id: string }> {
    const { call, id } = await this.inApplication(phone, app, placed);
    await this.rest.post(`/channels/${id}/answer`);
    await call.answered();
    await until(app, `ChannelStateChange ${id} Up`);
    return { call, id };
  }

  async clear(): Promise<void> {
    await this.calls.clear();
    for (const phone of this.#phones.splice(0)) phone.close();
    for (const peer of this.#peers.splice(0)) peer.close();
  }

  async close(): Promise<void> {
    await this.clear();
    await this.calls.close();
  }
}

export interface SipRigOptions {
  readonly pjsip?: string;
  readonly extensions?: string;
  readonly files?: ConfFiles;
}
