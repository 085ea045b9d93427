import { SipPhone } from '../../test/support/sip/sip-phone';
import { StagePhone } from '../../test/support/sip/stage-phone';
import type { SipPlace } from './sites';

const names = ['alice', 'bob', 'carol'] as const;
export type PhoneName = (typeof names)[number];

/** Three phones of one node, on sockets of this process. They stay when the node is started again. */
export class NodePhones {
  private constructor(
    private readonly place: SipPlace,
    private readonly phones: Readonly<Record<PhoneName, StagePhone>>,
  ) {}

  static async open(place: SipPlace): Promise<NodePhones> {
    const open = async (name: PhoneName): Promise<StagePhone> =>
      StagePhone.on(await SipPhone.overUdpAt(name, '', { ...place, from: { host: place.phones, port: 0 } }));
    return new NodePhones(place, { alice: await open('alice'), bob: await open('bob'), carol: await open('carol') });
  }

  phone(name: PhoneName): StagePhone {
    return this.phones[name];
  }

  /** Configuration of their node. `app*NAME*TAG` is in an application, `carol` calls that phone. */
  get files(): Readonly<Record<string, string>> {
    const { host, port } = this.place;
    const transport = `[udp]\ntype = transport\nprotocol = udp\nbind = ${host}:${port}\n`;
    return {
      'pjsip.conf': `${transport}${names.map((name) => this.#endpoint(name)).join('')}`,
      'extensions.conf': `[default]
exten => up,1,Answer(,i)
 same => n,Wait(600)
[phones]
exten => _app*.,1,Stasis(\${CUT(EXTEN,*,2)},\${CUT(EXTEN,*,3)})
 same => n,Hangup()
exten => carol,1,Dial(PJSIP/carol,60)
 same => n,Hangup()
`,
    };
  }

  close(): void {
    for (const { sip } of Object.values(this.phones)) sip.close();
  }

  #endpoint(name: PhoneName): string {
    const { host, port } = this.phones[name].sip;
    const endpoint = `[${name}]\ntype = endpoint\ncontext = phones\ndisallow = all\nallow = ulaw\naors = ${name}\n`;
    return `${endpoint}[${name}]\ntype = aor\ncontact = sip:${name}@${host}:${port}\n`;
  }
}
