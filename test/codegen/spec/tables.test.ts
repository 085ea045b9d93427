import type { Model, Operation, Parameter, TypeRef } from '../../../codegen/model/interface-model';
import { allProperties, eventsOf } from '../../../codegen/model/interface-model';
import { realModel } from '../../support/spec/spec-facts';

const { models, resources, commonResponses, versions } = realModel();
const operations = resources.flatMap((resource) => resource.operations);

/** One row of the specification's endpoint tables. */
interface Endpoint {
  readonly route: string;
  /** Parameters the row names, each with its place. */
  readonly takes?: Readonly<Record<string, Parameter['in']>>;
  /** The model it answers with, `Model[]` for a list; left out where the specification shows no answer. */
  readonly gives?: string;
}

const originate = { label: 'query', originator: 'query', variables: 'body' } as const;

describe('the endpoint tables of the specification', () => {
  it.each<Endpoint>([
    { route: 'GET /server/logging', gives: 'LogChannel[]' },
    { route: 'POST /server/logging/{logChannelName}', takes: { configuration: 'query' } },
    { route: 'DELETE /server/logging/{logChannelName}' },
    { route: 'PUT /server/logging/{logChannelName}/rotate' },
    { route: 'GET /server/modules', gives: 'Module[]' },
    { route: 'GET /server/modules/{moduleName}', gives: 'Module' },
    { route: 'POST /server/modules/{moduleName}' },
    { route: 'DELETE /server/modules/{moduleName}' },
    { route: 'PUT /server/modules/{moduleName}' },
    { route: 'GET /server/{configClass}/{objectType}/{id}', gives: 'ConfigTuple[]' },
    { route: 'PUT /server/{configClass}/{objectType}/{id}', takes: { fields: 'body' }, gives: 'ConfigTuple[]' },
    { route: 'DELETE /server/{configClass}/{objectType}/{id}' },
    { route: 'GET /server/ping', gives: 'AsteriskPing' },
    { route: 'POST /channels', takes: originate, gives: 'Channel' },
    { route: 'POST /channels/{channelId}', takes: { ...originate, channelId: 'path' }, gives: 'Channel' },
    { route: 'DELETE /channels/{channelId}', takes: { reason: 'query', reason_code: 'query' } },
    { route: 'POST /channels/{channelId}/continue', takes: { label: 'query' } },
    { route: 'GET /channels/{channelId}/rtp_statistics', gives: 'RTPstat' },
    { route: 'POST /channels/{channelId}/progress' },
    { route: 'POST /channels/externalMedia', takes: { data: 'query', transport_data: 'query' }, gives: 'Channel' },
    { route: 'POST /bridges', takes: { type: 'query', name: 'query', bridgeId: 'query' }, gives: 'Bridge' },
    { route: 'POST /bridges/{bridgeId}/videoSource/{channelId}' },
    { route: 'DELETE /bridges/{bridgeId}/videoSource' },
    {
      route: 'PUT /endpoints/sendMessage',
      takes: { to: 'query', from: 'query', body: 'query', variables: 'body' },
    },
    {
      route: 'PUT /endpoints/{tech}/{resource}/sendMessage',
      takes: { from: 'query', body: 'query', variables: 'body' },
    },
    {
      route: 'POST /recordings/stored/{recordingName}/copy',
      takes: { destinationRecordingName: 'query' },
      gives: 'StoredRecording',
    },
    { route: 'PUT /mailboxes/{mailboxName}' },
    { route: 'GET /mailboxes/{mailboxName}', gives: 'Mailbox' },
    { route: 'GET /mailboxes', gives: 'Mailbox[]' },
    { route: 'DELETE /mailboxes/{mailboxName}' },
    { route: 'PUT /applications/{applicationName}/eventFilter', takes: { filter: 'whole-body' } },
    { route: 'POST /events/claim' },
  ])('have $route in the spec', ({ route, takes = {}, gives }) => {
    const { parameters, result } = routed(route);

    for (const [name, place] of Object.entries(takes)) {
      expect(parameters).toContainEqual(expect.objectContaining({ name, in: place }));
    }
    if (gives !== undefined) expect(typeText(result)).toBe(gives);
  });

  it.each([
    ['channels create', 'channels.create', { endpoint: 'query', channelId: 'query', variables: 'body' }],
    ['channels redirect', 'channels.redirect', { channelId: 'path', endpoint: 'query' }],
    ['channels move', 'channels.move', { channelId: 'path', app: 'query', appArgs: 'query' }],
    ['channels single variable get', 'channels.getChannelVar', { variable: 'query' }],
    [
      'channels single variable set',
      'channels.setChannelVar',
      { variable: 'query', value: 'query', report_events: 'query' },
    ],
    ['channels multiple variables get', 'channels.getChannelVars', { variables: 'query' }],
    ['channels multiple variables set', 'channels.setChannelVars', { variables: 'body' }],
    ['play on channels', 'channels.play', { media: 'query' }],
    ['play on channels with an id', 'channels.playWithId', { media: 'query', playbackId: 'path' }],
    ['play on bridges with an id', 'bridges.playWithId', { media: 'query', playbackId: 'path' }],
    ['bridges addChannel', 'bridges.addChannel', { inhibitConnectedLineUpdates: 'query' }],
    ['bridges features', 'bridges.addChannel', { mute: 'query', absorbDTMF: 'query' }],
    ['bridges play', 'bridges.play', { media: 'query', announcer_format: 'query' }],
    ['bridges record', 'bridges.record', { recorder_format: 'query' }],
    ['bridges variable get', 'bridges.getBridgeVar', { variable: 'query' }],
    ['bridges variable set', 'bridges.setBridgeVar', { variable: 'query', report_events: 'query' }],
    ['bridges variables get', 'bridges.getBridgeVars', { variables: 'query' }],
    ['bridges variables set', 'bridges.setBridgeVars', { variables: 'body' }],
    ['endpoints refer', 'endpoints.refer', { to: 'query', refer_to: 'query' }],
    ['the user event', 'events.userEvent', { application: 'query', source: 'query', variables: 'body' }],
  ])('leave method and path of "%s" open, and the spec has it as %s', (_, id, takes) => {
    const { parameters } = operation(id);

    for (const [name, place] of Object.entries(takes)) {
      expect(parameters).toContainEqual(expect.objectContaining({ name, in: place }));
    }
  });

  it.each(['bridges.getBridgeVar', 'bridges.setBridgeVar', 'bridges.getBridgeVars', 'bridges.setBridgeVars'])(
    'give the path of %s without its method',
    (id) => {
      expect(operation(id).path).toBe(`/bridges/{bridgeId}/variable${id.endsWith('s') ? 's' : ''}`);
    },
  );
});

describe('the resource tables of the specification', () => {
  it.each([
    ['Channel', 'language', 'string'],
    ['Channel', 'protocol_id', 'string'],
    ['Channel', 'app_name', 'string'],
    ['Channel', 'app_data', 'string'],
    ['Channel', 'caller_rdnis', 'string'],
    ['Channel', 'tenantid', 'string'],
    ['Channel', 'channelvars', 'object'],
    ['Bridge', 'type', 'string'],
    ['Bridge', 'name', 'string'],
    ['Bridge', 'creator', 'string'],
    ['Bridge', 'creationtime', 'date-time'],
    ['Bridge', 'bridgevars', 'object'],
    ['LiveRecording', 'target_uri', 'string'],
    ['LiveRecording', 'total_duration', 'int32'],
    ['LiveRecording', 'talking_duration', 'int32'],
    ['LiveRecording', 'silence_duration', 'int32'],
    ['Endpoint', 'technology', 'string'],
    ['Endpoint', 'resource', 'string'],
    ['Endpoint', 'state', 'string'],
    ['Endpoint', 'channel_ids', 'string[]'],
    ['TextMessage', 'from', 'string'],
    ['TextMessage', 'to', 'string'],
    ['TextMessage', 'body', 'string'],
    ['TextMessage', 'variables', 'object'],
    ['Module', 'name', 'string'],
    ['Module', 'description', 'string'],
    ['Module', 'use_count', 'int32'],
    ['Module', 'status', 'string'],
    ['Module', 'support_level', 'string'],
    ['AsteriskPing', 'ping', 'string'],
    ['AsteriskPing', 'timestamp', 'string'],
    ['AsteriskPing', 'asterisk_id', 'string'],
  ])('have %s.%s in the spec, of type %s', (name, field, type) => {
    expect(typeText(model(name).properties.find((property) => property.name === field)?.type)).toBe(type);
  });

  it.each(['talking_duration', 'silence_duration'])('leave LiveRecording.%s out without silence detection', (field) => {
    expect(model('LiveRecording').properties).toContainEqual(expect.objectContaining({ name: field, required: false }));
  });

  it.each(['mixing', 'holding', 'dtmf_events', 'proxy_media', 'video_single', 'video_sfu', 'sdp_label'])(
    'have the bridge attribute %s explained in both creating operations',
    (attribute) => {
      for (const id of ['bridges.create', 'bridges.createWithId']) {
        const type = operation(id).parameters.find(({ name }) => name === 'type');

        expect(type?.description).toContain(`\`${attribute}\``);
      }
    },
  );
});

describe('the event table of the specification', () => {
  it.each([
    ['ChannelHold', ['musicclass']],
    ['ChannelConnectedLine', []],
    ['ChannelTalkingStarted', []],
    ['ChannelTalkingFinished', []],
    ['ChannelHangupRequest', ['tech_cause']],
    ['ChannelDestroyed', ['tech_cause']],
    ['StasisStart', ['replace_channel']],
    ['StasisEnd', []],
    ['BridgeAttendedTransfer', ['transferee', 'transfer_target', 'replace_channel']],
    ['BridgeBlindTransfer', ['transferee', 'replace_channel']],
    ['ChannelTransfer', ['state']],
    ['PlaybackStarted', ['playback']],
    ['PlaybackContinuing', ['playback']],
    ['PlaybackFinished', ['playback']],
    ['RecordingStarted', ['recording']],
    ['RecordingFinished', ['recording']],
    ['RecordingFailed', ['recording']],
    ['ApplicationReplaced', []],
    ['ApplicationMoveFailed', ['destination', 'channel']],
    ['ApplicationRegistered', []],
    ['ApplicationUnregistered', []],
    ['TextMessageReceived', ['endpoint', 'message']],
    ['ChannelUserevent', ['userevent', 'channel', 'bridge', 'endpoint']],
    ['CallBroadcast', []],
    ['CallClaimed', []],
    ['RESTResponse', []],
  ])('has %s in the spec, with %j', (name, fields) => {
    expect(eventsOf(models)).toContain(model(name));
    expect(model(name).properties.map((property) => property.name)).toEqual(expect.arrayContaining(fields));
  });

  it('has an envelope that every event carries', () => {
    for (const event of eventsOf(models)) {
      const required = allProperties(event, models).filter((property) => property.required);

      expect(required.map(({ name }) => name)).toEqual(expect.arrayContaining(['type', 'timestamp', 'application']));
    }
  });

  it('requires the music class of a hold', () => {
    expect(model('ChannelHold').properties).toContainEqual(
      expect.objectContaining({ name: 'musicclass', required: true }),
    );
  });
});

describe('the error table of the specification', () => {
  it.each([
    ['storage that cannot create', 'server.updateObject', 403],
    ['storage that cannot delete', 'server.deleteObject', 403],
    ['a channel variable that does not exist', 'channels.getChannelVar', 404],
    ['a claim for a broadcast that is over', 'events.claimChannel', 404],
    ['a claim that comes too late', 'events.claimChannel', 409],
    ['originating with an id in use', 'channels.originate', 409],
    ['originating with an id in use', 'channels.originateWithId', 409],
    ['creating with an id in use', 'channels.create', 409],
    ['a bridge id in use', 'bridges.create', 409],
    ['a bridge id in use', 'bridges.createWithId', 409],
    ['rotating a log channel that does not exist', 'server.rotateLog', 404],
    ['loading what is loaded or cannot be', 'server.loadModule', 409],
    ['unloading what is not loaded', 'server.unloadModule', 404],
    ['unloading what cannot be', 'server.unloadModule', 409],
    ['reloading what is not loaded', 'server.reloadModule', 404],
    ['reloading what cannot be', 'server.reloadModule', 409],
  ])('has a declared code for %s: %s answers %i', (_, id, code) => {
    expect(operation(id).errors.map((error) => error.code)).toContain(code);
  });

  it('has a code for a disallowed value that every operation shares', () => {
    expect(commonResponses.map(({ code }) => code)).toContain(400);
  });
});

describe('the versioning rules of the specification', () => {
  it('have all nine versions in use', () => {
    const inUse = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0', '1.6.0', '1.7.0', '2.0.0'];

    expect(versions).toEqual(expect.arrayContaining(inUse));
  });

  it.each(['channels.originate', 'channels.continueInDialplan'])('have the label of %s since 1.7.0', (id) => {
    expect(operation(id).parameters.find(({ name }) => name === 'label')?.since.added).toBe('1.7.0');
  });

  it('have module, log-channel and configuration operations since 1.7.0', () => {
    const managing = operations.filter(({ path }) => /^\/server\/(modules|logging|\{configClass\})/.test(path));

    expect(managing).toHaveLength(12);
    expect(managing.filter(({ since }) => since.added !== '1.7.0')).toEqual([]);
  });
});

function routed(route: string): Operation {
  return found(operations.find(({ method, path }) => `${method} ${path}` === route));
}

function operation(id: string): Operation {
  return found(operations.find((candidate) => candidate.id === id));
}

function model(name: string): Model {
  return found(models.find((candidate) => candidate.name === name));
}

function found<Entry>(entry: Entry | undefined): Entry {
  if (entry === undefined) throw new Error('the spec lacks what the specification names');
  return entry;
}

function typeText(type: TypeRef | undefined): string {
  if (type === undefined) return 'nothing';
  return type.kind === 'array' ? `${typeText(type.items)}[]` : type.name;
}
