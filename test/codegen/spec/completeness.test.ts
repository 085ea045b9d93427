import { eventsOf } from '../../../codegen/model/interface-model';
import type { Facts, ModelFact, OperationFact } from '../../support/spec/spec-facts';
import {
  declaredModelFacts,
  declaredOperationFacts,
  differencesBetween,
  modelFacts,
  operationFacts,
  readData,
  realModel,
  sharedOnly,
} from '../../support/spec/spec-facts';

/** Where the spec differs from what existing clients know, on purpose: what it says instead, and why. */
interface Deliberate {
  readonly why: string;
  readonly spec: Readonly<Record<string, string>>;
}

const model = realModel();
const operations = model.resources.flatMap((resource) => resource.operations);
const knownOperations = readData<readonly OperationFact[]>('operations.json');
const knownModels = readData<readonly ModelFact[]>('models.json');

const operationDifferences: readonly Deliberate[] = [
  {
    why: 'the service segment has an alias, so every spelling of a path exists below both names',
    spec: Object.fromEntries(
      ['getObject', 'updateObject', 'deleteObject'].map((nickname) => [
        `server.${nickname} aliases`,
        '/asterisk/config/dynamic/{configClass}/{objectType}/{id} /asterisk/{configClass}/{objectType}/{id} /server/config/dynamic/{configClass}/{objectType}/{id}',
      ]),
    ),
  },
  {
    why: 'a type that says what is really in it: a list of tuples, and any JSON, so that the handler can say what is wrong',
    spec: {
      'server.updateObject(fields)': 'body, List[ConfigTuple], since 1.7.0',
      'applications.filter(filter)': 'whole body, json, since 2.0.0',
    },
  },
  {
    why: 'functions that reach outside the call are refused over REST unless the configuration allows them',
    spec: {
      'server.setGlobalVar errors': '400 403',
      'channels.getChannelVar errors': '400 403 404 409',
      'channels.setChannelVar errors': '400 403 404 409',
      'channels.getChannelVars errors': '400 403 404 409',
      'channels.setChannelVars errors': '400 403 404 409',
      'bridges.getBridgeVars errors': '400 403 404 409',
    },
  },
  {
    why: 'a channel can be created near a bridge, which has to exist',
    spec: { 'channels.create errors': '400 404 409', 'channels.externalMedia errors': '400 404 409' },
  },
  {
    why: 'what the caller did wrong is a 4xx where older servers said 500',
    spec: {
      'bridges.play errors': '400 404 409 422',
      'bridges.playWithId errors': '400 404 409 422',
      'deviceStates.update errors': '400 404 409',
      'playbacks.stop errors': '404 409',
    },
  },
  {
    why: 'an id in use is 409 in every creating operation',
    spec: { 'channels.snoopChannel errors': '400 404 409', 'channels.snoopChannelWithId errors': '400 404 409' },
  },
  {
    why: 'a socket carries no binary bodies, and files can be had in parts',
    spec: { 'recordings.getStoredFile errors': '403 404 406 416' },
  },
  {
    why: 'credentials and permissions are the same for every operation, and so are their codes',
    spec: { 'events.eventWebsocket errors': '400 426' },
  },
  {
    why: 'negative values make no sense and are refused instead of being read as something else',
    spec: {
      'channels.originate(priority)': 'query, long, from 0, since 1.0.0',
      'channels.originate(timeout)': 'query, int, default 30, from -1, since 1.0.0',
      'channels.originateWithId(priority)': 'query, long, from 0, since 1.2.0',
      'channels.originateWithId(timeout)': 'query, int, default 30, from -1, since 1.2.0',
      'channels.continueInDialplan(priority)': 'query, int, from 0, since 1.0.0',
      'channels.sendDTMF(before)': 'query, int, default 0, from 0, since 1.0.0',
      'channels.sendDTMF(between)': 'query, int, default 100, from 0, since 1.0.0',
      'channels.sendDTMF(duration)': 'query, int, default 100, from 0, since 1.0.0',
      'channels.sendDTMF(after)': 'query, int, default 0, from 0, since 1.0.0',
      'channels.play(skipms)': 'query, int, default 3000, from 0, since 1.0.0',
      'channels.playWithId(skipms)': 'query, int, default 3000, from 0, since 1.2.0',
      'mailboxes.update(oldMessages)': 'query, int, required, from 0, since 1.1.0',
      'mailboxes.update(newMessages)': 'query, int, required, from 0, since 1.1.0',
    },
  },
  {
    why: 'a default that servers apply is declared',
    spec: {
      'channels.play(offsetms)': 'query, int, default 0, from 0, since 1.0.0',
      'channels.playWithId(offsetms)': 'query, int, default 0, from 0, since 1.2.0',
      'events.eventWebsocket(subscribeAll)': 'query, boolean, default false, since 1.7.0',
    },
  },
  {
    why: 'values that servers accept are declared',
    spec: {
      'channels.externalMedia(direction)': 'query, string, one of both in out, default both, since 2.0.0',
      'channels.transfer_progress(states)':
        'query, string, required, one of channel_progress channel_answered channel_unavailable channel_declined, since 2.0.0',
    },
  },
];

const modelDifferences: readonly Deliberate[] = [
  {
    why: 'the states as they are spelt on the wire',
    spec: {
      'Channel.state':
        'string, required, one of Down Rsrvd OffHook Dialing Ring Ringing Up Busy Dialing Offhook Pre-ring Mute Unknown, since 1.0.0',
      'Playback.state': 'string, required, one of queued playing paused continuing done failed, since 1.0.0',
    },
  },
  {
    why: 'the specification and older descriptions name a field differently: both are there',
    spec: {
      'Channel.app_name': 'string, required, since 2.0.0',
      'Channel.app_data': 'string, required, since 2.0.0',
      'Bridge.type': 'string, required, since 1.0.0',
      'LiveRecording.total_duration': 'int, required, since 1.5.0',
    },
  },
  {
    why: 'the specification requires what older descriptions leave optional',
    spec: { 'ChannelHold.musicclass': 'string, required, since 1.7.0' },
  },
  {
    why: 'a request over the socket is served without ids too',
    spec: { 'RESTRequest.transaction_id': 'string, since 2.0.0', 'RESTRequest.request_id': 'string, since 2.0.0' },
  },
  {
    why: 'unsigned 32-bit numbers do not fit into a signed integer',
    spec: Object.fromEntries(
      ['txcount', 'rxcount', 'local_ssrc', 'remote_ssrc', 'txoctetcount', 'rxoctetcount'].map((name) => [
        `RTPstat.${name}`,
        'long, required, since 2.0.0',
      ]),
    ),
  },
  {
    why: 'fields that servers send although no description lists them',
    spec: {
      'Endpoint.max_channels': 'int, since 1.0.0',
      'RTPstat.txmes': 'int, since 2.0.0',
      'RTPstat.rxmes': 'int, since 2.0.0',
      ...Object.fromEntries(
        ['remote', 'local'].flatMap((side) =>
          ['max', 'min', 'normdev', 'stdev'].map((kind) => [`RTPstat.${side}_${kind}mes`, 'double, since 2.0.0']),
        ),
      ),
    },
  },
  {
    why: 'values that are always from a short list are declared as one',
    spec: {
      'Module.status': 'string, required, one of Running Not Running, since 1.7.0',
      'LogChannel.type': 'string, required, one of Console File Syslog, since 1.7.0',
      'LogChannel.status': 'string, required, one of Enabled Disabled, since 1.7.0',
      'Bridge.video_mode': 'string, one of none talker single sfu, since 2.0.0',
      'BridgeBlindTransfer.result': 'string, required, one of Success Fail Invalid Not Permitted, since 1.1.0',
      'BridgeAttendedTransfer.result': 'string, required, one of Success Fail Invalid Not Permitted, since 1.1.0',
      'BridgeAttendedTransfer.destination_type':
        'string, required, one of bridge application link threeway fail, since 1.1.0',
      'ChannelTransfer.state': 'string, one of channel_progress channel_answered channel_declined, since 2.0.0',
      'Dial.dialstatus':
        'string, required, one of  RINGING PROGRESS PROCEEDING ANSWER BUSY CONGESTION NOANSWER CANCEL CHANUNAVAIL, since 1.0.0',
    },
  },
  {
    why: 'the body of every refusal has a model',
    spec: { ErrorMessage: 'in server, since 1.0.0', 'ErrorMessage.message': 'string, required, since 1.0.0' },
  },
];

describe('the spec', () => {
  it('has every known operation, and differs only where it means to', () => {
    const known = withoutServerFaults(knownOperations);

    expect(differencesBetween(operationFacts(known), declaredOperationFacts(operations))).toEqual(
      together(operationDifferences),
    );
  });

  it('has every known model, and differs only where it means to', () => {
    expect(differencesBetween(modelFacts(knownModels), declaredModelFacts(model.models))).toEqual(
      together(modelDifferences),
    );
  });

  it('has every known event as a leaf below Event', () => {
    const known = knownModels.filter(({ base }) => base === 'Event').map(({ name }) => name);

    expect(known).toHaveLength(45);
    expect(
      sharedOnly(eventsOf(model.models))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(known.sort());
  });

  it('has 109 operations and 85 models, or the data has lost some', () => {
    expect(knownOperations).toHaveLength(109);
    expect(knownModels).toHaveLength(85);
  });

  it('declares the codes that any operation may answer with once, for all of them', () => {
    expect(model.commonResponses.map(({ code }) => code)).toEqual([400, 401, 403, 404, 413, 429, 500, 501, 503]);
  });

  it('opens the event socket under the subprotocol that clients offer', () => {
    const sockets = operations.filter(({ websocketProtocol }) => websocketProtocol !== undefined);

    expect(sockets.map(({ id, websocketProtocol }) => [id, websocketProtocol])).toEqual([
      ['events.eventWebsocket', 'ari'],
    ]);
  });

  it('compares by text that tells every kind of fact', () => {
    const facts: Facts = operationFacts(knownOperations.filter(({ id }) => id === 'bridges.record'));

    expect([...facts].slice(0, 4)).toEqual([
      ['bridges.record', 'POST /bridges/{bridgeId}/record -> 201 LiveRecording, since 1.0.0'],
      ['bridges.record aliases', ''],
      ['bridges.record errors', '400 404 409 422 500'],
      ['bridges.record(bridgeId)', 'path, string, required, since 1.0.0'],
    ]);
    expect(facts.get('bridges.record(ifExists)')).toBe(
      'query, string, one of fail overwrite append, default fail, since 1.0.0',
    );
    expect(facts.get('bridges.record(maxDurationSeconds)')).toBe('query, int, default 0, from 0, since 1.0.0');
    expect(facts.get('bridges.record(recorder_format)')).toBe('query, string, since 2.0.0');
  });
});

/** Codes from 500 on are faults of the server, which every operation may have: the spec declares them once. */
function withoutServerFaults(facts: readonly OperationFact[]): OperationFact[] {
  return facts.map((fact) => ({ ...fact, alsoSent: (fact.alsoSent ?? []).filter((code) => code < 500) }));
}

function together(differences: readonly Deliberate[]): Record<string, string> {
  return Object.assign({}, ...differences.map(({ spec }) => spec)) as Record<string, string>;
}
