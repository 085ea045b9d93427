import type { RunningServer } from '../server/running-server';
import { SipPhone } from '../sip/sip-phone';
import { ManagerClient } from './manager-client';
import type { Sent } from './manager-client';
import { sampleActions } from './manager-samples';

/** Makes what the sample of an action speaks of: calls `a` and `b`, a bridge, stored values, a phone that is registered. */
export class SampleStage {
  private constructor(
    private readonly server: RunningServer,
    private readonly phone: SipPhone,
  ) {}

  static async open(server: RunningServer): Promise<SampleStage> {
    const phone = await SipPhone.overUdp('alice', 'alice-secret-1', server.phones[0]?.port ?? 0);
    const { status } = await phone.register();
    if (status !== 200) throw new Error(`the phone could not register: ${status}`);
    return new SampleStage(server, phone);
  }

  /** What to send for the action, once everything that it names is there. */
  async prepare(name: string, admin: ManagerClient): Promise<Sent> {
    const sample = sampleActions[name];
    if (sample === undefined) throw new Error(`there is no sample of ${name}`);
    const place = { Context: 'default', Exten: 'driven', Priority: '1' };
    await call(admin, 'a', name === 'AGI' ? { Application: '', ...place } : {});
    if (name === 'AGI') await admin.heard({ Event: 'AsyncAGIStart' });
    await call(admin, 'b');
    const id = await preparations[name]?.(admin);
    return Object.fromEntries(
      Object.entries(sample.sent ?? {}).map(([field, value]) => [field, value === 'the-bridge' ? String(id) : value]),
    );
  }

  /** Ends all calls. */
  async clear(): Promise<void> {
    const tidy = await ManagerClient.logIn(this.server.managerPort());
    await tidy.list({ Action: 'Hangup', Channel: '/.*/' });
    await tidy.close();
  }

  close(): void {
    this.phone.close();
  }
}

const call = (admin: ManagerClient, id: string, more: Sent = {}): Promise<unknown> =>
  admin.ask({ Action: 'Originate', Channel: 'Local/wait@default', Application: 'Echo', ChannelId: id, ...more });

const stored = (admin: ManagerClient): Promise<unknown> =>
  admin.ask({ Action: 'DBPut', Family: 'kept', Key: 'k', Val: 'v' });

const waiting = (admin: ManagerClient): Promise<unknown> =>
  admin.ask({ Action: 'MWIUpdate', Mailbox: '6001@default', NewMessages: '2', OldMessages: '1' });

/** A bridge with the channels `kicked` and its partner. Its id. */
async function bridged(admin: ManagerClient): Promise<unknown> {
  await call(admin, 'kicked');
  await call(admin, 'partner');
  await admin.ask({ Action: 'Bridge', Channel1: 'kicked', Channel2: 'partner' });
  const { fields } = await admin.heard({ Event: 'BridgeEnter', Uniqueid: 'partner' });
  return fields['BridgeUniqueid'];
}

const preparations: Readonly<Record<string, (admin: ManagerClient) => Promise<unknown>>> = {
  DBGet: stored,
  DBDel: stored,
  DBDelTree: stored,
  MailboxCount: waiting,
  MailboxStatus: waiting,
  MWIGet: waiting,
  MWIDelete: waiting,
  BridgeKick: bridged,
  BlindTransfer: bridged,
  Atxfer: bridged,
  BridgeInfo: bridged,
  BridgeDestroy: bridged,
};
