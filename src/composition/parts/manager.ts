import { endsTransfer } from '../../engine/calls/transfer/transfer';
import { hash } from 'node:crypto';
import type { ManagerUserConfig } from '../../config/manager-config';
import type { ServerConfig, UserConfig } from '../../config/server-config';
import type { Channel } from '../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../engine/calls/channel/dialplan-place';
import { noSuchContext, showDialplan } from '../../dialplan/plan/show-dialplan';
import type { LogChannels } from '../../logging/log-channels';
import { terminalPath } from '../../manager/terminal/terminal-protocol';
import { splitCommand } from '../../dialplan/agi/commands/command-words';
import { readSubroutine } from '../../dialplan/applications/calling/dial/dial-options';
import { joinChannels } from '../../dialplan/applications/calling/bridging/join-channels';
import type { BridgeMemberships } from '../../dialplan/applications/calling/bridge-memberships';
import { extensionState } from '../../dialplan/functions/extension-state';
import { transferAttended } from '../../dialplan/applications/calling/features/transfer-keys';
import { notesOf } from '../../dialplan/channel-notes';
import { sendDigits } from '../../engine/calls/channel/send-digits';
import { soundDigit } from '../../engine/audio/digit-sound';
import type { ManagerServices } from '../../manager/manager-services';
import { ManagerService } from '../../manager/manager-service';
import type { Accounts, Proof } from '../../manager/session/accounts';
import { verify } from '../../server/auth/passwords';
import { sameText } from '../../server/auth/same-text';
import { Users } from '../../server/auth/users';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import { when } from '../../shared/scheduling/when';
import type { StopRequest } from '../lifecycle/process-life';
import type { Engine } from './engine';
import { holdIn } from './libraries';
import type { MediaServices } from './media-parts';
import { phoneDirectory } from './phone-directory';
import type { SipParts } from './sip';
import type { UseCasesDeps } from './use-cases';
import { useCasesOf } from './use-cases';

export interface ManagerDeps extends UseCasesDeps {
  readonly media: Pick<MediaServices, 'legs' | 'plays' | 'sound'>;
  readonly memberships: BridgeMemberships;
  readonly modules: ManagerServices['modules'];
  readonly sip: Pick<SipParts, 'driver'>;
  readonly logs: Pick<LogChannels, 'list' | 'rotate'>;
  /** Asks the process to stop; not given where the server is embedded in another program. */
  readonly requestStop: ((request: StopRequest) => void) | undefined;
  /** Reads all of the configuration again. */
  readonly reloadAll: () => Promise<void>;
  readonly config: ServerConfig;
  readonly engine: Engine;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The manager interface over the parts of the server. Still closed. */
export function makeManager(deps: ManagerDeps): ManagerService {
  const { config, engine, calls, version, clock, log } = deps;
  const accounts = makeAccounts(config.manager.users, { clock, log });
  const { channels, bridges, variables, dialplan, asyncAgi } = calls;
  return new ManagerService({
    config: config.manager,
    cel: config.cel,
    events: engine.events,
    clock,
    log,
    terminalPath: terminalPath(config.directories),
    replaceUsers: accounts.replace,
    services: {
      accounts,
      channels,
      bridges,
      variables,
      dialplan,
      asyncAgi,
      version,
      clock,
      log,
      useCases: useCasesOf(deps),
      globals: engine.variables,
      info: engine.info,
      mailboxes: engine.mailboxes,
      devices: engine.devices,
      messaging: engine.messaging,
      modules: deps.modules,
      ...callControl(deps),
      ...dialplanTexts(deps),
      hints: hintDirectory(deps),
      database: calls.plan.database,
      phones: phoneDirectory({ ...deps, channelName: (id) => channels.find(id)?.name }),
      ...administration(deps),
    },
  });
}

type Administration = Pick<ManagerServices, 'reloadAll' | 'stop' | 'showDialplan' | 'rotateLogs'>;

function administration({ config, calls, logs, reloadAll, requestStop }: ManagerDeps): Administration {
  return {
    reloadAll,
    stop: (request) => {
      requestStop?.(request);
      return requestStop !== undefined;
    },
    showDialplan: (wanted) => {
      const { contexts } = calls.plan.plan.get();
      const shown = contexts.filter(({ name }) => wanted === undefined || name === wanted);
      if (wanted !== undefined && shown.length === 0) return noSuchContext(wanted, contexts);
      return showDialplan(shown, config.directories.config);
    },
    rotateLogs: async () => {
      const rotated = await Promise.all(
        logs.list().map(async ({ channel }) => [channel, await logs.rotate(channel)] as const),
      );
      return rotated.flatMap(([name, { outcome }]) => (outcome === 'rotated' ? [name] : []));
    },
  };
}

function hintDirectory({ calls, engine: { devices } }: ManagerDeps): ManagerServices['hints'] {
  const { plan } = calls.plan;
  return {
    list: () =>
      plan
        .get()
        .contexts.flatMap(({ name: context, hints }) =>
          hints
            .filter(({ extension }) => !extension.startsWith('_'))
            .map(({ extension, devices: named }) => ({ context, extension, devices: named })),
        ),
    stateOf: (names) => extensionState(names.map((name) => devices.stateOf(name))),
    onReplaced: plan.onReplaced,
  };
}

type DialplanTexts = Pick<ManagerServices, 'readSubroutine' | 'applicationOfAgi'>;

/** What clients write in the words of the dialplan. */
function dialplanTexts({ calls: { dialplan } }: Pick<ManagerDeps, 'calls'>): DialplanTexts {
  return {
    readSubroutine: (text) =>
      readSubroutine(text, { context: 'default', extension: 's', priority: 1 }, dialplan.findLabel),
    applicationOfAgi: (command) => {
      const [verb, application] = splitCommand(command);
      return verb?.toLowerCase() === 'exec' ? application : undefined;
    },
  };
}

type CallControl = Pick<ManagerServices, 'sendTo' | 'join' | 'transfer' | 'consult' | 'playDigit'>;

function callControl({ calls, media, memberships, engine: { events }, clock }: ManagerDeps): CallControl {
  return {
    sendTo: (channel, place) => sendTo(channel, place, calls),
    join: (first, second) => joinChannels(first, second, { memberships, hold: holdIn(calls) }),
    transfer: (transferer, target) =>
      new Promise((resolve) =>
        calls.transfers.request({
          transferer,
          target,
          destination: target.extension,
          handledBy: 'server',
          replaces: undefined,
          referredBy: undefined,
          report: (progress) => {
            if (endsTransfer(progress)) resolve(progress);
          },
        }),
      ),
    consult: (transferer, target) =>
      transferAttended(transferer, target, {
        ...calls,
        memberships,
        events,
        clock,
        sound: () => media.sound,
        features: () => calls.plan.features.current,
      }),
    playDigit: (channel, digit, milliseconds) =>
      void sendDigits(
        channel,
        { digits: digit, duration: milliseconds, between: 0 },
        {
          clock,
          sound: (sounded, duration) => soundDigit(channel, { digit: sounded, milliseconds: duration }, media),
          over: () => undefined,
        },
      ),
  };
}

/** An application or a bridge of the dialplan lets its channel go; otherwise what runs it is sent elsewhere. */
function sendTo(
  channel: Channel,
  place: DialplanPlace,
  { sessions, dialplan }: Pick<ManagerDeps['calls'], 'sessions' | 'dialplan'>,
): boolean {
  const session = sessions.of(channel);
  if (session !== undefined && !session.isDeparting) {
    session.continueAt(place);
    return true;
  }
  const { leaveFor } = notesOf(channel);
  if (leaveFor === undefined || channel.isEnding) return dialplan.redirect(channel, place);
  leaveFor(place);
  return true;
}

interface ManagerAccounts extends Accounts {
  readonly replace: (users: readonly ManagerUserConfig[]) => void;
}

/** Manager users are checked, throttled and logged by the same code as those of the REST interface. */
function makeAccounts(first: readonly ManagerUserConfig[], deps: { clock: Clock; log: Logger }): ManagerAccounts {
  let known = new Map(first.map((user) => [user.name, user]));
  const users = new Users({ ...deps, users: first.map(asUser) });
  return {
    logIn: ({ name, proof, address }) =>
      when(users.logIn({ name, address, proves: (config) => proves(proof, config) }), (result) =>
        result.outcome === 'ok' ? known.get(name) : undefined,
      ),
    replace: (next) => {
      known = new Map(next.map((user) => [user.name, user]));
      users.replace(next.map(asUser));
    },
  };
}

/** A digest can be checked only where the configuration has the secret itself. */
function proves(proof: Proof, config: UserConfig): boolean | Promise<boolean> {
  if (proof.kind === 'secret') return verify(proof.secret, config);
  if (config.passwordFormat !== 'plain') return false;
  return sameText(hash('md5', `${proof.challenge}${config.password}`), proof.key.toLowerCase());
}

function asUser({ name, password, passwordFormat, rules }: ManagerUserConfig): UserConfig {
  const scopes = { resources: undefined, methods: undefined, applications: undefined };
  return { name, password, passwordFormat, rules, readOnly: false, scopes };
}
