// Generated from api-docs/ by codegen/emit/client.ts. Do not edit; run: npm run generate
import type { AccessOptions } from '../src/client/access';
import { accessFrom } from '../src/client/access';
import type { Call, Send, WithDefaults } from '../src/client/call';
import { bytes, json, nothing, sendOver } from '../src/client/call';
import type { ConnectOptions } from '../src/client/connect-options';
import { HttpTransport } from '../src/client/http-transport';
import { repeatingCommands } from '../src/client/repeat-commands';
import type { EventClient } from '../src/client/session';
import { openSession } from '../src/client/session';
import type { CommandOptions, RequestOptions, Transport } from '../src/client/transport';
import type {
  Application,
  AsteriskInfo,
  AsteriskPing,
  Bridge,
  Channel,
  Cluster,
  ConfigTuple,
  DeviceState,
  Endpoint,
  Event,
  LiveRecording,
  LogChannel,
  Mailbox,
  Module,
  Phone,
  PhoneCall,
  Playback,
  RTPstat,
  SipMessage,
  SipTrace,
  Sound,
  StoredRecording,
  Story,
  Variable,
  Variables,
} from './models';
import { eventTypes } from './models';
import type {
  ApplicationsFilterParams,
  ApplicationsGetParams,
  ApplicationsListParams,
  ApplicationsSubscribeParams,
  ApplicationsUnsubscribeParams,
  BridgesAddChannelParams,
  BridgesClearVideoSourceParams,
  BridgesCreateParams,
  BridgesCreateWithIdParams,
  BridgesDestroyParams,
  BridgesGetBridgeVarParams,
  BridgesGetBridgeVarsParams,
  BridgesGetParams,
  BridgesListParams,
  BridgesPlayParams,
  BridgesPlayWithIdParams,
  BridgesRecordParams,
  BridgesRemoveChannelParams,
  BridgesSetBridgeVarParams,
  BridgesSetBridgeVarsParams,
  BridgesSetVideoSourceParams,
  BridgesStartMohParams,
  BridgesStopMohParams,
  ChannelsAnswerParams,
  ChannelsContinueInDialplanParams,
  ChannelsCreateParams,
  ChannelsDialParams,
  ChannelsExternalMediaParams,
  ChannelsGetChannelVarParams,
  ChannelsGetChannelVarsParams,
  ChannelsGetParams,
  ChannelsGetSipTraceParams,
  ChannelsGetStoryParams,
  ChannelsHangupParams,
  ChannelsHoldParams,
  ChannelsListParams,
  ChannelsMoveParams,
  ChannelsMuteParams,
  ChannelsOriginateParams,
  ChannelsOriginateWithIdParams,
  ChannelsPlayParams,
  ChannelsPlayWithIdParams,
  ChannelsProgressParams,
  ChannelsRecordParams,
  ChannelsRedirectParams,
  ChannelsRingParams,
  ChannelsRingStopParams,
  ChannelsRtpstatisticsParams,
  ChannelsSendDTMFParams,
  ChannelsSetChannelVarParams,
  ChannelsSetChannelVarsParams,
  ChannelsSnoopChannelParams,
  ChannelsSnoopChannelWithIdParams,
  ChannelsStartMohParams,
  ChannelsStartSilenceParams,
  ChannelsStopMohParams,
  ChannelsStopSilenceParams,
  ChannelsTransferProgressParams,
  ChannelsUnholdParams,
  ChannelsUnmuteParams,
  ClusterDrainParams,
  ClusterGetParams,
  DeviceStatesDeleteParams,
  DeviceStatesGetParams,
  DeviceStatesListParams,
  DeviceStatesUpdateParams,
  EndpointsGetParams,
  EndpointsListByTechParams,
  EndpointsListParams,
  EndpointsReferParams,
  EndpointsReferToEndpointParams,
  EndpointsSendMessageParams,
  EndpointsSendMessageToEndpointParams,
  EventsClaimChannelParams,
  EventsEventWebsocketParams,
  EventsUserEventParams,
  MailboxesDeleteParams,
  MailboxesGetParams,
  MailboxesListParams,
  MailboxesUpdateParams,
  PhonesActParams,
  PhonesCallParams,
  PhonesDeleteParams,
  PhonesGetParams,
  PhonesListParams,
  PhonesUpdateParams,
  PlaybacksControlParams,
  PlaybacksGetParams,
  PlaybacksStopParams,
  RecordingsCancelParams,
  RecordingsCopyStoredParams,
  RecordingsDeleteStoredParams,
  RecordingsGetLiveParams,
  RecordingsGetStoredFileParams,
  RecordingsGetStoredParams,
  RecordingsListStoredParams,
  RecordingsMuteParams,
  RecordingsPauseParams,
  RecordingsStopParams,
  RecordingsUnmuteParams,
  RecordingsUnpauseParams,
  ServerAddLogParams,
  ServerDeleteLogParams,
  ServerDeleteObjectParams,
  ServerGetGlobalVarParams,
  ServerGetInfoParams,
  ServerGetModuleParams,
  ServerGetObjectParams,
  ServerGetSipMessagesParams,
  ServerListLogChannelsParams,
  ServerListModulesParams,
  ServerLoadModuleParams,
  ServerPingParams,
  ServerReloadModuleParams,
  ServerRotateLogParams,
  ServerSetGlobalVarParams,
  ServerUnloadModuleParams,
  ServerUpdateObjectParams,
  SoundsGetParams,
  SoundsListParams,
} from './operations';

export type ServerGetObjectRequest = ServerGetObjectParams;
export type ServerUpdateObjectRequest = ServerUpdateObjectParams;
export type ServerDeleteObjectRequest = ServerDeleteObjectParams;
export type ServerGetInfoRequest = ServerGetInfoParams;
export type ServerPingRequest = ServerPingParams;
export type ServerListModulesRequest = ServerListModulesParams;
export type ServerGetModuleRequest = ServerGetModuleParams;
export type ServerLoadModuleRequest = ServerLoadModuleParams;
export type ServerUnloadModuleRequest = ServerUnloadModuleParams;
export type ServerReloadModuleRequest = ServerReloadModuleParams;
export type ServerListLogChannelsRequest = ServerListLogChannelsParams;
export type ServerAddLogRequest = ServerAddLogParams;
export type ServerDeleteLogRequest = ServerDeleteLogParams;
export type ServerRotateLogRequest = ServerRotateLogParams;
export type ServerGetSipMessagesRequest = WithDefaults<ServerGetSipMessagesParams, 'after'>;
export type ServerGetGlobalVarRequest = ServerGetGlobalVarParams;
export type ServerSetGlobalVarRequest = ServerSetGlobalVarParams;

const serverCalls = {
  getObject: {
    operation: 'server.getObject',
    method: 'GET',
    path: '/server/{configClass}/{objectType}/{id}',
    answer: json<readonly ConfigTuple[]>(),
  },
  updateObject: {
    operation: 'server.updateObject',
    method: 'PUT',
    path: '/server/{configClass}/{objectType}/{id}',
    body: ['fields'],
    answer: json<readonly ConfigTuple[]>(),
  },
  deleteObject: {
    operation: 'server.deleteObject',
    method: 'DELETE',
    path: '/server/{configClass}/{objectType}/{id}',
    answer: nothing,
  },
  getInfo: {
    operation: 'server.getInfo',
    method: 'GET',
    path: '/server/info',
    query: ['only'],
    answer: json<AsteriskInfo>(),
  },
  ping: { operation: 'server.ping', method: 'GET', path: '/server/ping', answer: json<AsteriskPing>() },
  listModules: {
    operation: 'server.listModules',
    method: 'GET',
    path: '/server/modules',
    answer: json<readonly Module[]>(),
  },
  getModule: {
    operation: 'server.getModule',
    method: 'GET',
    path: '/server/modules/{moduleName}',
    answer: json<Module>(),
  },
  loadModule: { operation: 'server.loadModule', method: 'POST', path: '/server/modules/{moduleName}', answer: nothing },
  unloadModule: {
    operation: 'server.unloadModule',
    method: 'DELETE',
    path: '/server/modules/{moduleName}',
    answer: nothing,
  },
  reloadModule: {
    operation: 'server.reloadModule',
    method: 'PUT',
    path: '/server/modules/{moduleName}',
    answer: nothing,
  },
  listLogChannels: {
    operation: 'server.listLogChannels',
    method: 'GET',
    path: '/server/logging',
    answer: json<readonly LogChannel[]>(),
  },
  addLog: {
    operation: 'server.addLog',
    method: 'POST',
    path: '/server/logging/{logChannelName}',
    body: ['configuration'],
    answer: nothing,
  },
  deleteLog: {
    operation: 'server.deleteLog',
    method: 'DELETE',
    path: '/server/logging/{logChannelName}',
    answer: nothing,
  },
  rotateLog: {
    operation: 'server.rotateLog',
    method: 'PUT',
    path: '/server/logging/{logChannelName}/rotate',
    answer: nothing,
  },
  getSipMessages: {
    operation: 'server.getSipMessages',
    method: 'GET',
    path: '/server/sip',
    query: ['after'],
    answer: json<readonly SipMessage[]>(),
  },
  getGlobalVar: {
    operation: 'server.getGlobalVar',
    method: 'GET',
    path: '/server/variable',
    query: ['variable'],
    answer: json<Variable>(),
  },
  setGlobalVar: {
    operation: 'server.setGlobalVar',
    method: 'POST',
    path: '/server/variable',
    body: ['variable', 'value'],
    answer: nothing,
  },
} as const satisfies Record<string, Call<unknown>>;

/**
 * The server itself: information, ping, modules, log channels, configuration objects and global variables.
 *
 * @since 1.0.0
 */
export class ServerClient {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Read a dynamic configuration object.
   *
   * The answer lists every field of the object with its present value, defaults included, in no particular order.
   * Secrets are write-only: one that is set is shown as `********`, to everybody. The same operation is served
   * under `/server/config/dynamic/{configClass}/{objectType}/{id}`.
   *
   * `GET /server/{configClass}/{objectType}/{id}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: The class, the type within the class, or the object is unknown; the message says which of the three.
   *
   * @since 1.7.0
   */
  getObject(params: ServerGetObjectRequest, options?: RequestOptions): Promise<readonly ConfigTuple[]> {
    return this.#send(serverCalls.getObject, params, options);
  }

  /**
   * Create or change a dynamic configuration object.
   *
   * An unknown id is created, with defaults for every field not given; on an existing object the given fields are
   * changed and the others keep their values. A secret that is given as `********`, as it is shown, keeps its
   * value. The new values are checked first and take effect before the answer is sent. Whether an object can be
   * written depends on where its type is stored: objects read from a configuration file are read-only, those held
   * in memory or in a database are not. The same operation is served under
   * `/server/config/dynamic/{configClass}/{objectType}/{id}`.
   *
   * `PUT /server/{configClass}/{objectType}/{id}`
   *
   * Throws an `ApiFailure` with the status
   * - 400: The object exists and `fields` is missing; or a field is unknown, malformed or has a value that is not
   *   allowed; or a mandatory field of a new object is missing. Nothing is changed.
   * - 403: The storage behind this type does not allow the object to be created or changed.
   * - 404: The class, or the type within the class, is unknown. An unknown id is no error: it is created.
   *
   * @since 1.7.0
   */
  updateObject(params: ServerUpdateObjectRequest, options?: CommandOptions): Promise<readonly ConfigTuple[]> {
    return this.#send(serverCalls.updateObject, params, options);
  }

  /**
   * Delete a dynamic configuration object.
   *
   * The object is removed from its storage before the answer is sent. The same operation is served under
   * `/server/config/dynamic/{configClass}/{objectType}/{id}`.
   *
   * `DELETE /server/{configClass}/{objectType}/{id}`
   *
   * Throws an `ApiFailure` with the status
   * - 403: The storage behind this object does not allow deletion, as with objects read from a configuration
   *   file.
   * - 404: The class, the type within the class, or the object is unknown; the message says which of the three.
   *
   * @since 1.7.0
   */
  deleteObject(params: ServerDeleteObjectRequest, options?: CommandOptions): Promise<void> {
    return this.#send(serverCalls.deleteObject, params, options);
  }

  /**
   * Get facts about the server.
   *
   * Without `only`, all four sections are sent.
   *
   * `GET /server/info`
   */
  getInfo(params: ServerGetInfoRequest = {}, options?: RequestOptions): Promise<AsteriskInfo> {
    return this.#send(serverCalls.getInfo, params, options);
  }

  /**
   * Check that the server answers.
   *
   * Touches no calls and changes nothing, so it may be polled. It needs credentials like any other operation; an
   * answer therefore also proves that they are valid.
   *
   * `GET /server/ping`
   *
   * @since 2.0.0
   */
  ping(params: ServerPingRequest = {}, options?: RequestOptions): Promise<AsteriskPing> {
    return this.#send(serverCalls.ping, params, options);
  }

  /**
   * List the modules.
   *
   * A module that was loaded but declined to start, for instance for want of configuration, is listed with status
   * `Not Running`.
   *
   * `GET /server/modules`
   *
   * @since 1.7.0
   */
  listModules(params: ServerListModulesRequest = {}, options?: RequestOptions): Promise<readonly Module[]> {
    return this.#send(serverCalls.listModules, params, options);
  }

  /**
   * Get one module.
   *
   * `GET /server/modules/{moduleName}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No module of that name is loaded.
   * - 409: Reserved: known to clients of older descriptions; the server does not send it.
   *
   * @since 1.7.0
   */
  getModule(params: ServerGetModuleRequest, options?: RequestOptions): Promise<Module> {
    return this.#send(serverCalls.getModule, params, options);
  }

  /**
   * Load a module.
   *
   * The answer comes when the module has started. A module listed as `Not Running` counts as loaded: unload it
   * before trying again.
   *
   * `POST /server/modules/{moduleName}`
   *
   * Throws an `ApiFailure` with the status
   * - 409: The module is already loaded; or there is none of that name; or it declined to start or failed while
   *   starting. The message tells which.
   *
   * @since 1.7.0
   */
  loadModule(params: ServerLoadModuleRequest, options?: CommandOptions): Promise<void> {
    return this.#send(serverCalls.loadModule, params, options);
  }

  /**
   * Unload a module.
   *
   * What the module provided disappears with it: paths of a resource whose module is unloaded answer 404 until it
   * is loaded again. The answer comes when the module has stopped.
   *
   * `DELETE /server/modules/{moduleName}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No module of that name is loaded.
   * - 409: The module is in use, or cannot be unloaded while the server runs.
   *
   * @since 1.7.0
   */
  unloadModule(params: ServerUnloadModuleRequest, options?: CommandOptions): Promise<void> {
    return this.#send(serverCalls.unloadModule, params, options);
  }

  /**
   * Reload the configuration of a module.
   *
   * The module keeps running and reads its configuration again; calls in progress go on. Reloading `pbx_config.so`,
   * for instance, replaces the dialplan: each running channel finishes its present step and finds the next one in
   * the new plan.
   *
   * `PUT /server/modules/{moduleName}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No module of that name is loaded.
   * - 409: The module does not support reloading, has not finished starting, another reload is running, or the
   *   reload failed. The message tells which.
   *
   * @since 1.7.0
   */
  reloadModule(params: ServerReloadModuleRequest, options?: CommandOptions): Promise<void> {
    return this.#send(serverCalls.reloadModule, params, options);
  }

  /**
   * List the log channels.
   *
   * Both the log channels from the configuration and those added at run time are listed.
   *
   * `GET /server/logging`
   *
   * @since 1.7.0
   */
  listLogChannels(params: ServerListLogChannelsRequest = {}, options?: RequestOptions): Promise<readonly LogChannel[]> {
    return this.#send(serverCalls.listLogChannels, params, options);
  }

  /**
   * Create a log channel.
   *
   * Logging to the new channel begins at once. It is not written to the configuration, so it is gone after a
   * restart.
   *
   * `POST /server/logging/{logChannelName}`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `configuration` is missing or empty, or names an unknown level.
   * - 409: There is a log channel of that name already.
   *
   * @since 1.7.0
   */
  addLog(params: ServerAddLogRequest, options?: CommandOptions): Promise<void> {
    return this.#send(serverCalls.addLog, params, options);
  }

  /**
   * Delete a log channel.
   *
   * Only channels added at run time can be deleted. Logging to the channel stops at once; the file stays.
   *
   * `DELETE /server/logging/{logChannelName}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: There is no such log channel, or it comes from the configuration and not from this interface.
   *
   * @since 1.7.0
   */
  deleteLog(params: ServerDeleteLogRequest, options?: CommandOptions): Promise<void> {
    return this.#send(serverCalls.deleteLog, params, options);
  }

  /**
   * Rotate a log file.
   *
   * The present file is renamed to `<name>.<n>`, or as the configured rotation strategy says, and logging goes on
   * in a new, empty file. Other log channels are not touched, those added at run time included.
   *
   * `PUT /server/logging/{logChannelName}/rotate`
   *
   * Throws an `ApiFailure` with the status
   * - 404: There is no file log channel of that name.
   *
   * @since 1.7.0
   */
  rotateLog(params: ServerRotateLogRequest, options?: CommandOptions): Promise<void> {
    return this.#send(serverCalls.rotateLog, params, options);
  }

  /**
   * Get the latest SIP messages of all calls.
   *
   * For following what happens: ask again with the number of the last message. Which messages are kept, and what is
   * masked in them, is described at `GET /channels/{channelId}/sip`. Messages outside of calls (`REGISTER`,
   * `OPTIONS`) are not kept. Only users who may control channels can read it.
   *
   * `GET /server/sip`
   *
   * @since 2.1.0
   */
  getSipMessages(params: ServerGetSipMessagesRequest = {}, options?: RequestOptions): Promise<readonly SipMessage[]> {
    return this.#send(serverCalls.getSipMessages, params, options);
  }

  /**
   * Get a global variable.
   *
   * A variable that is not set is no error: its value is the empty string. Built-in names such as `EPOCH` can be
   * read; dialplan functions are not evaluated here and give an empty value.
   *
   * `GET /server/variable`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `variable` is missing or empty.
   */
  getGlobalVar(params: ServerGetGlobalVarRequest, options?: RequestOptions): Promise<Variable> {
    return this.#send(serverCalls.getGlobalVar, params, options);
  }

  /**
   * Set or remove a global variable.
   *
   * The value is in force when the answer is sent. Applications subscribed to all channels get a ChannelVarset
   * event that carries no channel.
   *
   * `POST /server/variable`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `variable` is missing or empty, names a function that is unknown or cannot be written without a
   *   channel, or the function does not take this value.
   * - 403: `variable` names a dangerous function (`SHELL`, `FILE`, `DB`, `CURL` and the like) that the
   *   configuration does not allow over REST. Nothing is written.
   */
  setGlobalVar(params: ServerSetGlobalVarRequest, options?: CommandOptions): Promise<void> {
    return this.#send(serverCalls.setGlobalVar, params, options);
  }
}

export type EndpointsListRequest = EndpointsListParams;
export type EndpointsSendMessageRequest = EndpointsSendMessageParams;
export type EndpointsReferRequest = WithDefaults<EndpointsReferParams, 'to_self'>;
export type EndpointsListByTechRequest = EndpointsListByTechParams;
export type EndpointsGetRequest = EndpointsGetParams;
export type EndpointsSendMessageToEndpointRequest = EndpointsSendMessageToEndpointParams;
export type EndpointsReferToEndpointRequest = WithDefaults<EndpointsReferToEndpointParams, 'to_self'>;

const endpointsCalls = {
  list: { operation: 'endpoints.list', method: 'GET', path: '/endpoints', answer: json<readonly Endpoint[]>() },
  sendMessage: {
    operation: 'endpoints.sendMessage',
    method: 'PUT',
    path: '/endpoints/sendMessage',
    body: ['to', 'from', 'body', 'variables'],
    answer: nothing,
  },
  refer: {
    operation: 'endpoints.refer',
    method: 'POST',
    path: '/endpoints/refer',
    body: ['to', 'from', 'refer_to', 'to_self', 'display_name', 'variables'],
    answer: nothing,
  },
  listByTech: {
    operation: 'endpoints.listByTech',
    method: 'GET',
    path: '/endpoints/{tech}',
    answer: json<readonly Endpoint[]>(),
  },
  get: { operation: 'endpoints.get', method: 'GET', path: '/endpoints/{tech}/{resource}', answer: json<Endpoint>() },
  sendMessageToEndpoint: {
    operation: 'endpoints.sendMessageToEndpoint',
    method: 'PUT',
    path: '/endpoints/{tech}/{resource}/sendMessage',
    body: ['from', 'body', 'variables'],
    answer: nothing,
  },
  referToEndpoint: {
    operation: 'endpoints.referToEndpoint',
    method: 'POST',
    path: '/endpoints/{tech}/{resource}/refer',
    body: ['from', 'refer_to', 'to_self', 'display_name', 'variables'],
    answer: nothing,
  },
} as const satisfies Record<string, Call<unknown>>;

/**
 * What can be called: endpoints of each channel technology, with text messages and refer.
 *
 * @since 1.0.0
 */
export class EndpointsClient {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * List all endpoints.
   *
   * Technologies as such, which can be subscribed to, are not listed.
   *
   * `GET /endpoints`
   */
  list(params: EndpointsListRequest = {}, options?: RequestOptions): Promise<readonly Endpoint[]> {
    return this.#send(endpointsCalls.list, params, options);
  }

  /**
   * Send a text message to a destination.
   *
   * The message belongs to no call, and its recipient need not be a configured endpoint where the technology allows
   * any destination. The answer tells that the technology took the message over, not that it arrived.
   *
   * `PUT /endpoints/sendMessage`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `to` is missing or empty, `from` is missing, or a variable cannot be sent along.
   * - 404: `to` names no technology that sends messages, the destination is unknown to it, or it refused the
   *   message.
   *
   * @since 1.5.0
   */
  sendMessage(params: EndpointsSendMessageRequest, options?: CommandOptions): Promise<void> {
    return this.#send(endpointsCalls.sendMessage, params, options);
  }

  /**
   * Refer a destination to another party.
   *
   * Asks the recipient, outside any call, to contact `refer_to`; with SIP this is an out-of-dialog REFER. The
   * answer tells that the request was handed to the technology; whether the recipient follows it is not reported.
   *
   * `POST /endpoints/refer`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `to` is missing or empty, `from` or `refer_to` is missing, or `to_self` is not a boolean.
   * - 404: `to` names no technology that can refer, the destination is unknown to it, or it refused the request.
   *
   * @since 2.0.0
   */
  refer(params: EndpointsReferRequest, options?: CommandOptions): Promise<void> {
    return this.#send(endpointsCalls.refer, params, options);
  }

  /**
   * List the endpoints of a technology.
   *
   * `GET /endpoints/{tech}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: The technology is unknown or has no endpoints.
   */
  listByTech(params: EndpointsListByTechRequest, options?: RequestOptions): Promise<readonly Endpoint[]> {
    return this.#send(endpointsCalls.listByTech, params, options);
  }

  /**
   * Get one endpoint.
   *
   * `GET /endpoints/{tech}/{resource}`
   *
   * Throws an `ApiFailure` with the status
   * - 400: Reserved: known to clients of older descriptions; the server does not send it.
   * - 404: There is no such endpoint.
   */
  get(params: EndpointsGetRequest, options?: RequestOptions): Promise<Endpoint> {
    return this.#send(endpointsCalls.get, params, options);
  }

  /**
   * Send a text message to an endpoint.
   *
   * The message belongs to no call; its recipient is written as `<technology in lower case>:<resource>`. The answer
   * tells that the technology took the message over, not that it arrived.
   *
   * `PUT /endpoints/{tech}/{resource}/sendMessage`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `from` is missing, or a variable cannot be sent along.
   * - 404: Either the endpoint does not exist, or its technology sends no messages or refused this one.
   *
   * @since 1.5.0
   */
  sendMessageToEndpoint(params: EndpointsSendMessageToEndpointRequest, options?: CommandOptions): Promise<void> {
    return this.#send(endpointsCalls.sendMessageToEndpoint, params, options);
  }

  /**
   * Refer an endpoint to another party.
   *
   * Asks the endpoint, outside any call, to contact `refer_to`; with SIP this is an out-of-dialog REFER. The answer
   * tells that the request was handed to the technology; whether the endpoint follows it is not reported.
   *
   * `POST /endpoints/{tech}/{resource}/refer`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `from` or `refer_to` is missing, or `to_self` is not a boolean.
   * - 404: Either the endpoint does not exist, or its technology cannot refer or refused the request.
   *
   * @since 2.0.0
   */
  referToEndpoint(params: EndpointsReferToEndpointRequest, options?: CommandOptions): Promise<void> {
    return this.#send(endpointsCalls.referToEndpoint, params, options);
  }
}

export type ChannelsListRequest = ChannelsListParams;
export type ChannelsOriginateRequest = WithDefaults<ChannelsOriginateParams, 'timeout'>;
export type ChannelsCreateRequest = ChannelsCreateParams;
export type ChannelsGetRequest = ChannelsGetParams;
export type ChannelsOriginateWithIdRequest = WithDefaults<ChannelsOriginateWithIdParams, 'timeout'>;
export type ChannelsHangupRequest = ChannelsHangupParams;
export type ChannelsContinueInDialplanRequest = ChannelsContinueInDialplanParams;
export type ChannelsMoveRequest = ChannelsMoveParams;
export type ChannelsRedirectRequest = ChannelsRedirectParams;
export type ChannelsAnswerRequest = ChannelsAnswerParams;
export type ChannelsRingRequest = ChannelsRingParams;
export type ChannelsRingStopRequest = ChannelsRingStopParams;
export type ChannelsProgressRequest = ChannelsProgressParams;
export type ChannelsSendDTMFRequest = WithDefaults<ChannelsSendDTMFParams, 'before' | 'between' | 'duration' | 'after'>;
export type ChannelsMuteRequest = WithDefaults<ChannelsMuteParams, 'direction'>;
export type ChannelsUnmuteRequest = WithDefaults<ChannelsUnmuteParams, 'direction'>;
export type ChannelsHoldRequest = ChannelsHoldParams;
export type ChannelsUnholdRequest = ChannelsUnholdParams;
export type ChannelsStartMohRequest = ChannelsStartMohParams;
export type ChannelsStopMohRequest = ChannelsStopMohParams;
export type ChannelsStartSilenceRequest = ChannelsStartSilenceParams;
export type ChannelsStopSilenceRequest = ChannelsStopSilenceParams;
export type ChannelsPlayRequest = WithDefaults<ChannelsPlayParams, 'offsetms' | 'skipms'>;
export type ChannelsPlayWithIdRequest = WithDefaults<ChannelsPlayWithIdParams, 'offsetms' | 'skipms'>;
export type ChannelsRecordRequest = WithDefaults<
  ChannelsRecordParams,
  'maxDurationSeconds' | 'maxSilenceSeconds' | 'ifExists' | 'beep' | 'terminateOn'
>;
export type ChannelsGetChannelVarRequest = ChannelsGetChannelVarParams;
export type ChannelsSetChannelVarRequest = WithDefaults<ChannelsSetChannelVarParams, 'report_events'>;
export type ChannelsGetChannelVarsRequest = ChannelsGetChannelVarsParams;
export type ChannelsSetChannelVarsRequest = ChannelsSetChannelVarsParams;
export type ChannelsSnoopChannelRequest = WithDefaults<ChannelsSnoopChannelParams, 'spy' | 'whisper'>;
export type ChannelsSnoopChannelWithIdRequest = WithDefaults<ChannelsSnoopChannelWithIdParams, 'spy' | 'whisper'>;
export type ChannelsDialRequest = WithDefaults<ChannelsDialParams, 'timeout'>;
export type ChannelsRtpstatisticsRequest = ChannelsRtpstatisticsParams;
export type ChannelsGetSipTraceRequest = WithDefaults<ChannelsGetSipTraceParams, 'format'>;
export type ChannelsGetStoryRequest = WithDefaults<ChannelsGetStoryParams, 'format'>;
export type ChannelsExternalMediaRequest = WithDefaults<
  ChannelsExternalMediaParams,
  'encapsulation' | 'transport' | 'connection_type' | 'direction'
>;
export type ChannelsTransferProgressRequest = ChannelsTransferProgressParams;

const channelsCalls = {
  list: { operation: 'channels.list', method: 'GET', path: '/channels', answer: json<readonly Channel[]>() },
  originate: {
    operation: 'channels.originate',
    method: 'POST',
    path: '/channels',
    body: [
      'endpoint',
      'extension',
      'context',
      'priority',
      'label',
      'app',
      'appArgs',
      'callerId',
      'timeout',
      'variables',
      'channelId',
      'otherChannelId',
      'originator',
      'formats',
      'bridge',
    ],
    answer: json<Channel>(),
  },
  create: {
    operation: 'channels.create',
    method: 'POST',
    path: '/channels/create',
    body: ['endpoint', 'app', 'appArgs', 'channelId', 'otherChannelId', 'originator', 'formats', 'variables', 'bridge'],
    answer: json<Channel>(),
  },
  get: { operation: 'channels.get', method: 'GET', path: '/channels/{channelId}', answer: json<Channel>() },
  originateWithId: {
    operation: 'channels.originateWithId',
    method: 'POST',
    path: '/channels/{channelId}',
    body: [
      'endpoint',
      'extension',
      'context',
      'priority',
      'label',
      'app',
      'appArgs',
      'callerId',
      'timeout',
      'variables',
      'otherChannelId',
      'originator',
      'formats',
      'bridge',
    ],
    answer: json<Channel>(),
  },
  hangup: {
    operation: 'channels.hangup',
    method: 'DELETE',
    path: '/channels/{channelId}',
    query: ['reason_code', 'reason'],
    answer: nothing,
  },
  continueInDialplan: {
    operation: 'channels.continueInDialplan',
    method: 'POST',
    path: '/channels/{channelId}/continue',
    body: ['context', 'extension', 'priority', 'label'],
    answer: nothing,
  },
  move: {
    operation: 'channels.move',
    method: 'POST',
    path: '/channels/{channelId}/move',
    body: ['app', 'appArgs'],
    answer: nothing,
  },
  redirect: {
    operation: 'channels.redirect',
    method: 'POST',
    path: '/channels/{channelId}/redirect',
    body: ['endpoint'],
    answer: nothing,
  },
  answer: { operation: 'channels.answer', method: 'POST', path: '/channels/{channelId}/answer', answer: nothing },
  ring: { operation: 'channels.ring', method: 'POST', path: '/channels/{channelId}/ring', answer: nothing },
  ringStop: { operation: 'channels.ringStop', method: 'DELETE', path: '/channels/{channelId}/ring', answer: nothing },
  progress: { operation: 'channels.progress', method: 'POST', path: '/channels/{channelId}/progress', answer: nothing },
  sendDTMF: {
    operation: 'channels.sendDTMF',
    method: 'POST',
    path: '/channels/{channelId}/dtmf',
    body: ['dtmf', 'before', 'between', 'duration', 'after'],
    answer: nothing,
  },
  mute: {
    operation: 'channels.mute',
    method: 'POST',
    path: '/channels/{channelId}/mute',
    body: ['direction'],
    answer: nothing,
  },
  unmute: {
    operation: 'channels.unmute',
    method: 'DELETE',
    path: '/channels/{channelId}/mute',
    query: ['direction'],
    answer: nothing,
  },
  hold: { operation: 'channels.hold', method: 'POST', path: '/channels/{channelId}/hold', answer: nothing },
  unhold: { operation: 'channels.unhold', method: 'DELETE', path: '/channels/{channelId}/hold', answer: nothing },
  startMoh: {
    operation: 'channels.startMoh',
    method: 'POST',
    path: '/channels/{channelId}/moh',
    body: ['mohClass'],
    answer: nothing,
  },
  stopMoh: { operation: 'channels.stopMoh', method: 'DELETE', path: '/channels/{channelId}/moh', answer: nothing },
  startSilence: {
    operation: 'channels.startSilence',
    method: 'POST',
    path: '/channels/{channelId}/silence',
    answer: nothing,
  },
  stopSilence: {
    operation: 'channels.stopSilence',
    method: 'DELETE',
    path: '/channels/{channelId}/silence',
    answer: nothing,
  },
  play: {
    operation: 'channels.play',
    method: 'POST',
    path: '/channels/{channelId}/play',
    body: ['media', 'lang', 'offsetms', 'skipms', 'playbackId'],
    answer: json<Playback>(),
  },
  playWithId: {
    operation: 'channels.playWithId',
    method: 'POST',
    path: '/channels/{channelId}/play/{playbackId}',
    body: ['media', 'lang', 'offsetms', 'skipms'],
    answer: json<Playback>(),
  },
  record: {
    operation: 'channels.record',
    method: 'POST',
    path: '/channels/{channelId}/record',
    body: ['name', 'format', 'maxDurationSeconds', 'maxSilenceSeconds', 'ifExists', 'beep', 'terminateOn'],
    answer: json<LiveRecording>(),
  },
  getChannelVar: {
    operation: 'channels.getChannelVar',
    method: 'GET',
    path: '/channels/{channelId}/variable',
    query: ['variable'],
    answer: json<Variable>(),
  },
  setChannelVar: {
    operation: 'channels.setChannelVar',
    method: 'POST',
    path: '/channels/{channelId}/variable',
    body: ['variable', 'value', 'report_events'],
    answer: nothing,
  },
  getChannelVars: {
    operation: 'channels.getChannelVars',
    method: 'GET',
    path: '/channels/{channelId}/variables',
    query: ['variables'],
    answer: json<Variables>(),
  },
  setChannelVars: {
    operation: 'channels.setChannelVars',
    method: 'POST',
    path: '/channels/{channelId}/variables',
    body: ['variables'],
    answer: nothing,
  },
  snoopChannel: {
    operation: 'channels.snoopChannel',
    method: 'POST',
    path: '/channels/{channelId}/snoop',
    body: ['spy', 'whisper', 'app', 'appArgs', 'snoopId'],
    answer: json<Channel>(),
  },
  snoopChannelWithId: {
    operation: 'channels.snoopChannelWithId',
    method: 'POST',
    path: '/channels/{channelId}/snoop/{snoopId}',
    body: ['spy', 'whisper', 'app', 'appArgs'],
    answer: json<Channel>(),
  },
  dial: {
    operation: 'channels.dial',
    method: 'POST',
    path: '/channels/{channelId}/dial',
    body: ['caller', 'timeout'],
    answer: nothing,
  },
  rtpstatistics: {
    operation: 'channels.rtpstatistics',
    method: 'GET',
    path: '/channels/{channelId}/rtp_statistics',
    answer: json<RTPstat>(),
  },
  getSipTrace: {
    operation: 'channels.getSipTrace',
    method: 'GET',
    path: '/channels/{channelId}/sip',
    query: ['format'],
    answer: json<SipTrace>(),
  },
  getStory: {
    operation: 'channels.getStory',
    method: 'GET',
    path: '/channels/{channelId}/story',
    query: ['format'],
    answer: json<Story>(),
  },
  externalMedia: {
    operation: 'channels.externalMedia',
    method: 'POST',
    path: '/channels/externalMedia',
    body: [
      'channelId',
      'app',
      'variables',
      'external_host',
      'encapsulation',
      'transport',
      'connection_type',
      'format',
      'direction',
      'data',
      'transport_data',
      'bridge',
    ],
    answer: json<Channel>(),
  },
  transfer_progress: {
    operation: 'channels.transfer_progress',
    method: 'POST',
    path: '/channels/{channelId}/transfer_progress',
    body: ['states'],
    answer: nothing,
  },
} as const satisfies Record<string, Call<unknown>>;

/**
 * Channels: originate, answer, control, record and end the legs of calls.
 *
 * @since 1.0.0
 */
export class ChannelsClient {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * List all channels.
   *
   * Includes channels that no application controls. Helper channels the server uses internally, such as the
   * announcers and recorders of bridges, are left out. The order is not defined.
   *
   * `GET /channels`
   */
  list(params: ChannelsListRequest = {}, options?: RequestOptions): Promise<readonly Channel[]> {
    return this.#send(channelsCalls.list, params, options);
  }

  /**
   * Create a channel and call an endpoint with it.
   *
   * Creates an outgoing channel and dials it; when the far end answers, the channel enters the application `app` or
   * the dialplan at `context`, `extension` and `priority` or `label`. The answer comes at once; the outcome arrives
   * as events: `Dial` with an empty status, then `RINGING`, `ANSWER`, `BUSY` and so on, followed by `StasisStart`
   * on success or `ChannelDestroyed` on failure. The application named in `app` is subscribed to the channel
   * immediately (with a `Local` endpoint to both halves), even while it is not connected. Every parameter may also
   * be sent as a member of the JSON body, where it takes precedence over the query string.
   *
   * `POST /channels`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `endpoint` is missing, lacks technology or resource, or names an unknown technology; neither `app` nor
   *   `extension` is given; `app` comes together with `context`, `extension`, `priority` or `label`; `appArgs`
   *   comes without `app`; `originator` is unknown or comes together with `formats`; a format is unknown; an id is
   *   longer than 149 characters; `otherChannelId` comes with an endpoint that has one channel; `label` is `0`; or
   *   a number is malformed or out of range.
   * - 404: The context and extension have no priority with this label, or `bridge` is not the id of a bridge;
   *   nothing is created.
   * - 409: A channel with the id `channelId` or `otherChannelId` exists, or the two are equal; nothing is
   *   created.
   */
  originate(params: ChannelsOriginateRequest, options?: CommandOptions): Promise<Channel> {
    return this.#send(channelsCalls.originate, params, options);
  }

  /**
   * Create a channel without dialling it.
   *
   * The channel enters the application at once: `StasisStart` arrives while its state is `Down`. It can then be
   * given variables or put into a bridge before `dial` starts the call. It is hung up when it leaves the
   * application. Until it is answered, most commands on it are refused with 412.
   *
   * `POST /channels/create`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `endpoint` is missing, lacks technology or resource, or names an unknown technology; `app` is missing;
   *   `originator` comes together with `formats`; a format is unknown; an id is longer than 149 characters; or
   *   `otherChannelId` comes with an endpoint that has one channel.
   * - 404: `bridge` is not the id of a bridge; nothing is created.
   * - 409: A channel with the id `channelId` or `otherChannelId` exists, or the two are equal; nothing is
   *   created.
   *
   * @since 2.0.0
   * @changed 2.1.0
   */
  create(params: ChannelsCreateRequest, options?: CommandOptions): Promise<Channel> {
    return this.#send(channelsCalls.create, params, options);
  }

  /**
   * Get one channel.
   *
   * Works for every channel, whether or not an application controls it.
   *
   * `GET /channels/{channelId}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No channel has this id.
   */
  get(params: ChannelsGetRequest, options?: RequestOptions): Promise<Channel> {
    return this.#send(channelsCalls.get, params, options);
  }

  /**
   * Create a channel with a chosen id and call an endpoint with it.
   *
   * Same as originate on `/channels`, with the channel id taken from the path; a `channelId` in the query string or
   * body is ignored. The answer comes at once; the outcome arrives as events: `Dial` with an empty status, then
   * `RINGING`, `ANSWER`, `BUSY` and so on, followed by `StasisStart` on success or `ChannelDestroyed` on failure.
   * The application named in `app` is subscribed to the channel immediately (with a `Local` endpoint to both
   * halves), even while it is not connected. Every parameter may also be sent as a member of the JSON body, where
   * it takes precedence over the query string.
   *
   * `POST /channels/{channelId}`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `endpoint` is missing, lacks technology or resource, or names an unknown technology; neither `app` nor
   *   `extension` is given; `app` comes together with `context`, `extension`, `priority` or `label`; `appArgs`
   *   comes without `app`; `originator` is unknown or comes together with `formats`; a format is unknown; an id is
   *   longer than 149 characters; `otherChannelId` comes with an endpoint that has one channel; `label` is `0`; or
   *   a number is malformed or out of range.
   * - 404: The context and extension have no priority with this label, or `bridge` is not the id of a bridge;
   *   nothing is created.
   * - 409: A channel with the id in the path or with `otherChannelId` exists, or the two are equal; nothing is
   *   created.
   *
   * @since 1.2.0
   */
  originateWithId(params: ChannelsOriginateWithIdRequest, options?: CommandOptions): Promise<Channel> {
    return this.#send(channelsCalls.originateWithId, params, options);
  }

  /**
   * Hang up a channel.
   *
   * Works for every channel, whether or not an application controls it. The application sees
   * `ChannelHangupRequest`, then `ChannelLeftBridge` if the channel was bridged, `StasisEnd`, and
   * `ChannelDestroyed` with the cause chosen here; each comes once and may follow the answer. In
   * `ChannelHangupRequest` the `cause` of a hangup over REST is always 32 with `soft` set, whatever the reason.
   *
   * `DELETE /channels/{channelId}`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `reason` is not one of the listed words, `reason_code` is not an integer, or both are given.
   * - 404: No channel has this id or name.
   */
  hangup(params: ChannelsHangupRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.hangup, params, options);
  }

  /**
   * Return a channel from its application to the dialplan.
   *
   * The command is queued: the channel first leaves its bridge, then the application (`StasisEnd`), and goes on in
   * the dialplan. Without any target it goes on at the priority after the present one. A channel made by originate
   * or create starts executing the dialplan at the target. Whether the extension exists is not checked beforehand:
   * a missing one is answered with 204 and then handled by the invalid-extension rules of the dialplan.
   *
   * `POST /channels/{channelId}/continue`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `label` is `0`, or `priority` is negative or not a number.
   * - 404: No channel has this id, or the target extension has no priority with this label.
   * - 409: The channel exists, but no application controls it at present.
   * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
   */
  continueInDialplan(params: ChannelsContinueInDialplanRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.continueInDialplan, params, options);
  }

  /**
   * Hand a channel over to another application.
   *
   * The move is queued and the target is looked at only when its turn comes. On success the old application gets
   * `StasisEnd` and the new one `StasisStart`; the channel stays in its bridge. If the target is not registered or
   * has no connection, the channel stays where it is and its present application gets `ApplicationMoveFailed`.
   *
   * `POST /channels/{channelId}/move`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No channel has this id.
   * - 409: The channel exists, but no application controls it at present.
   *
   * @since 2.0.0
   */
  move(params: ChannelsMoveRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.move, params, options);
  }

  /**
   * Transfer a channel to another endpoint.
   *
   * Asks the technology of the channel to send the far end elsewhere, for SIP by a redirection or transfer. The
   * request is queued and its result is not reported; `Local` knows no transfers and accepts it without effect;
   * other technologies that know none refuse it.
   *
   * `POST /channels/{channelId}/redirect`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `endpoint` is missing or empty.
   * - 404: No channel has this id.
   * - 409: The channel exists, but no application controls it at present.
   * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
   * - 422: `endpoint` is not of the form `<technology>/<resource>`, its resource is empty, its technology differs
   *   from that of the channel, or that technology knows no transfers.
   *
   * @since 1.7.0
   */
  redirect(params: ChannelsRedirectRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.redirect, params, options);
  }

  /**
   * Answer a channel.
   *
   * The response waits until the channel has been answered. A channel that is already up is left as it is. A change
   * of state raises `ChannelStateChange`.
   *
   * `POST /channels/{channelId}/answer`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No channel has this id.
   * - 409: The channel exists, but no application controls it at present.
   * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
   */
  answer(params: ChannelsAnswerRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.answer, params, options);
  }

  /**
   * Indicate ringing to a channel.
   *
   * Tells the caller that the destination is being alerted; the channel is not answered. Where the technology has
   * no signal for it (`UnicastRTP`, `AudioSocket`, `WebSocket`, `Snoop`), the caller hears the ringing tone of its
   * zone until that is stopped or other media takes its place. Repeating it is harmless and raises no event on this
   * channel.
   *
   * `POST /channels/{channelId}/ring`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No channel has this id.
   * - 409: The channel exists, but no application controls it at present.
   * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
   */
  ring(params: ChannelsRingRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.ring, params, options);
  }

  /**
   * Stop indicating ringing to a channel.
   *
   * Ends whatever indication tone the server generates for the channel. Harmless when there is none; raises no
   * event.
   *
   * `DELETE /channels/{channelId}/ring`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No channel has this id.
   * - 409: The channel exists, but no application controls it at present.
   * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
   */
  ringStop(params: ChannelsRingStopRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.ringStop, params, options);
  }

  /**
   * Indicate call progress to a channel.
   *
   * Tells the caller that early media may follow; the channel is not answered. Playing media or sending DTMF to an
   * unanswered channel does this by itself.
   *
   * `POST /channels/{channelId}/progress`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No channel has this id.
   * - 409: No application controls the channel at present, or its technology has no signal for this.
   * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
   *
   * @since 2.0.0
   */
  progress(params: ChannelsProgressRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.progress, params, options);
  }

  /**
   * Send DTMF digits to a channel.
   *
   * The digits are queued behind the other commands of the channel and sent one after another; the first starts 100
   * ms after `before` has passed. This channel gets no event; the receiving side reports each digit with
   * `ChannelDtmfReceived` when it ends. A technology that has no signal for digits, such as `Snoop`, sends them as
   * tones. An unanswered channel is first sent a progress indication.
   *
   * `POST /channels/{channelId}/dtmf`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `dtmf` is missing or empty, or a time is negative or not a number.
   * - 404: No channel has this id.
   * - 409: The channel exists, but no application controls it at present.
   * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
   */
  sendDTMF(params: ChannelsSendDTMFRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.sendDTMF, params, options);
  }

  /**
   * Mute a channel.
   *
   * Suppresses voice only; DTMF and indications still pass. Raises no event.
   *
   * `POST /channels/{channelId}/mute`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `direction` is not `both`, `in` or `out`.
   * - 404: No channel has this id.
   * - 409: The channel exists, but no application controls it at present.
   * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
   */
  mute(params: ChannelsMuteRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.mute, params, options);
  }

  /**
   * Unmute a channel.
   *
   * Undoes `mute` for the given direction. Harmless when that direction is not muted; raises no event.
   *
   * `DELETE /channels/{channelId}/mute`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `direction` is not `both`, `in` or `out`.
   * - 404: No channel has this id.
   * - 409: The channel exists, but no application controls it at present.
   * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
   */
  unmute(params: ChannelsUnmuteRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.unmute, params, options);
  }

  /**
   * Put a channel on hold.
   *
   * Sends a hold indication to the device behind the channel; it starts no music (see `moh`). By itself this raises
   * no `ChannelHold`, which reports holds signalled by the device, unless `HOLD_INTERCEPT` is set on the channel.
   *
   * `POST /channels/{channelId}/hold`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No channel has this id.
   * - 409: No application controls the channel at present, or its technology has no signal for this.
   * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
   */
  hold(params: ChannelsHoldRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.hold, params, options);
  }

  /**
   * Take a channel off hold.
   *
   * Sends the device behind the channel the indication that the hold is over. Like `hold`, it normally raises no
   * event.
   *
   * `DELETE /channels/{channelId}/hold`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No channel has this id.
   * - 409: No application controls the channel at present, or its technology has no signal for this.
   * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
   */
  unhold(params: ChannelsUnholdRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.unhold, params, options);
  }

  /**
   * Start music on hold on a channel.
   *
   * The music is queued and then sounds until `moh` is stopped or other media takes its place; `play` suspends it
   * for good. Raises no event. An unanswered channel is first sent a progress indication.
   *
   * `POST /channels/{channelId}/moh`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No channel has this id.
   * - 409: The channel exists, but no application controls it at present.
   * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
   */
  startMoh(params: ChannelsStartMohRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.startMoh, params, options);
  }

  /**
   * Stop music on hold on a channel.
   *
   * Harmless when no music is playing; raises no event.
   *
   * `DELETE /channels/{channelId}/moh`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No channel has this id.
   * - 409: The channel exists, but no application controls it at present.
   * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
   */
  stopMoh(params: ChannelsStopMohRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.stopMoh, params, options);
  }

  /**
   * Start sending silence to a channel.
   *
   * The server generates silent audio until it is told to stop or other media takes its place; useful for devices
   * and networks that expect a steady stream. Raises no event. An unanswered channel is first sent a progress
   * indication.
   *
   * `POST /channels/{channelId}/silence`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No channel has this id.
   * - 409: The channel exists, but no application controls it at present.
   * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
   */
  startSilence(params: ChannelsStartSilenceRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.startSilence, params, options);
  }

  /**
   * Stop sending silence to a channel.
   *
   * Harmless when no silence is being generated; raises no event.
   *
   * `DELETE /channels/{channelId}/silence`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No channel has this id.
   * - 409: The channel exists, but no application controls it at present.
   * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
   */
  stopSilence(params: ChannelsStopSilenceRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.stopSilence, params, options);
  }

  /**
   * Play media to a channel.
   *
   * Playbacks wait behind one another and behind every other command of the channel; each medium raises
   * `PlaybackStarted`, `PlaybackContinuing` announces the next one, and a single `PlaybackFinished` closes the
   * list. The URIs are not checked in advance: an unknown scheme or a missing file is still answered with 201, and
   * if it is the last item the final event has state `failed`. A tone sounds until it is stopped. Music on hold is
   * suspended and does not resume afterwards; in a bridge only this channel hears the media; an unanswered channel
   * is first sent a progress indication.
   *
   * `POST /channels/{channelId}/play`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `media` is missing or empty, or `skipms` or `offsetms` is negative or not a number.
   * - 404: No channel has this id.
   * - 409: No application controls the channel, or the requested playback id is in use.
   * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
   */
  play(params: ChannelsPlayRequest, options?: CommandOptions): Promise<Playback> {
    return this.#send(channelsCalls.play, params, options);
  }

  /**
   * Play media to a channel under a chosen playback id.
   *
   * Playbacks wait behind one another and behind every other command of the channel; each medium raises
   * `PlaybackStarted`, `PlaybackContinuing` announces the next one, and a single `PlaybackFinished` closes the
   * list. The URIs are not checked in advance: an unknown scheme or a missing file is still answered with 201, and
   * if it is the last item the final event has state `failed`. A tone sounds until it is stopped. Music on hold is
   * suspended and does not resume afterwards; in a bridge only this channel hears the media; an unanswered channel
   * is first sent a progress indication.
   *
   * `POST /channels/{channelId}/play/{playbackId}`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `media` is missing or empty, or `skipms` or `offsetms` is negative or not a number.
   * - 404: No channel has this id.
   * - 409: No application controls the channel, or the requested playback id is in use.
   * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
   *
   * @since 1.2.0
   */
  playWithId(params: ChannelsPlayWithIdRequest, options?: CommandOptions): Promise<Playback> {
    return this.#send(channelsCalls.playWithId, params, options);
  }

  /**
   * Record the audio coming from a channel.
   *
   * The recording is queued; `RecordingStarted` tells when it begins and `RecordingFinished` or `RecordingFailed`
   * how it ends. An unanswered channel is answered first. While it runs, the channel cannot be added to a bridge;
   * to record a conversation, record the bridge or a snoop channel. It ends by the limits given here, by being
   * stopped or cancelled under `/recordings/live`, or by hangup. Where nothing comes in, silence is recorded.
   *
   * `POST /channels/{channelId}/record`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `name` or `format` is missing; the name leads out of the recording directory or the file system
   *   rejects it; a duration is negative or not a number; or `ifExists`, `terminateOn` or `beep` has an unknown
   *   value.
   * - 404: No channel has this id.
   * - 409: No application controls the channel; the channel is in a bridge; a live recording has this name; or a
   *   stored one has it and `ifExists` is `fail`.
   * - 422: The server does not know the file format.
   */
  record(params: ChannelsRecordRequest, options?: CommandOptions): Promise<LiveRecording> {
    return this.#send(channelsCalls.record, params, options);
  }

  /**
   * Get a variable of a channel.
   *
   * Works for every channel, whether or not an application controls it, and does not wait for running media. Global
   * and built-in variables such as `EXTEN` can be read too.
   *
   * `GET /channels/{channelId}/variable`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `variable` is missing or empty, or it names a function that is unknown or fails.
   * - 403: The expression names a function that reaches beyond the call (`SHELL`, `FILE`, `DB`, `CURL` and the
   *   like), and the configuration does not allow such functions over REST.
   * - 404: No channel has this id or name, or the variable is not set.
   * - 409: Reserved: known to clients of older descriptions; the server does not send it.
   */
  getChannelVar(params: ChannelsGetChannelVarRequest, options?: RequestOptions): Promise<Variable> {
    return this.#send(channelsCalls.getChannelVar, params, options);
  }

  /**
   * Set a variable of a channel.
   *
   * The variable is set when the response arrives, even while media is playing on the channel. Setting it raises
   * `ChannelVarset`; a function raises the event of what it changes instead, such as `ChannelCallerId`.
   *
   * `POST /channels/{channelId}/variable`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `variable` is missing or empty, `report_events` is not a boolean, or the variable cannot be set.
   * - 403: The expression names a function that reaches beyond the call (`SHELL`, `FILE`, `DB`, `CURL` and the
   *   like), and the configuration does not allow such functions over REST.
   * - 404: No channel has this id.
   * - 409: The channel exists, but no application controls it at present.
   */
  setChannelVar(params: ChannelsSetChannelVarRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.setChannelVar, params, options);
  }

  /**
   * Get several variables of a channel.
   *
   * Works for every channel, whether or not an application controls it, and does not wait for running media. One
   * name that cannot be read makes the whole request fail.
   *
   * `GET /channels/{channelId}/variables`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `variables` is missing, contains an empty name or more than 127 names, or names a function that is
   *   unknown or fails.
   * - 403: One of the expressions names a function that reaches beyond the call (`SHELL`, `FILE`, `DB`, `CURL`
   *   and the like), and the configuration does not allow such functions over REST.
   * - 404: No channel has this id or name, or one of the variables is not set.
   * - 409: Reserved: known to clients of older descriptions; the server does not send it.
   *
   * @since 2.0.0
   */
  getChannelVars(params: ChannelsGetChannelVarsRequest, options?: RequestOptions): Promise<Variables> {
    return this.#send(channelsCalls.getChannelVars, params, options);
  }

  /**
   * Set several variables of a channel.
   *
   * The variables are set in the order given, and all of them are set when the response arrives, even while media
   * is playing on the channel. Each raises `ChannelVarset`, or for a function the event of what it changes. If one
   * cannot be set, those before it stay set.
   *
   * `POST /channels/{channelId}/variables`
   *
   * Throws an `ApiFailure` with the status
   * - 400: There is no JSON body, its member `variables` is missing or not an object, or one of the variables
   *   cannot be set.
   * - 403: One of the names calls a function that reaches beyond the call (`SHELL`, `FILE`, `DB`, `CURL` and the
   *   like), and the configuration does not allow such functions over REST.
   * - 404: No channel has this id.
   * - 409: The channel exists, but no application controls it at present.
   *
   * @since 2.0.0
   */
  setChannelVars(params: ChannelsSetChannelVarsRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.setChannelVars, params, options);
  }

  /**
   * Listen in on a channel or speak into it.
   *
   * The new channel, named `Snoop/<observed id>-…`, is up from the start and enters the application at once
   * (`StasisStart`); from there it can be recorded, bridged or spoken through. It ends together with the observed
   * channel. A snoop channel can itself be observed.
   *
   * `POST /channels/{channelId}/snoop`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `app` is missing, `spy` or `whisper` has an unknown value, or both are `none`.
   * - 404: The channel to observe does not exist.
   * - 409: A channel with the id `snoopId` exists; nothing is created.
   */
  snoopChannel(params: ChannelsSnoopChannelRequest, options?: CommandOptions): Promise<Channel> {
    return this.#send(channelsCalls.snoopChannel, params, options);
  }

  /**
   * Listen in on a channel or speak into it, with a chosen snoop id.
   *
   * The new channel, named `Snoop/<observed id>-…`, is up from the start and enters the application at once
   * (`StasisStart`); from there it can be recorded, bridged or spoken through. It ends together with the observed
   * channel. A snoop channel can itself be observed.
   *
   * `POST /channels/{channelId}/snoop/{snoopId}`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `app` is missing, `spy` or `whisper` has an unknown value, or both are `none`.
   * - 404: The channel to observe does not exist.
   * - 409: A channel with the id given as `snoopId` exists; nothing is created.
   *
   * @since 1.2.0
   */
  snoopChannelWithId(params: ChannelsSnoopChannelWithIdRequest, options?: CommandOptions): Promise<Channel> {
    return this.#send(channelsCalls.snoopChannelWithId, params, options);
  }

  /**
   * Dial a channel made by the create operation.
   *
   * The call is queued and its course is told by `Dial` events: first one with an empty status, then `RINGING`,
   * `PROGRESS`, `ANSWER`, `BUSY` and so on, with `ChannelStateChange` beside them. The channel may be in a bridge
   * already. A busy far end leaves the channel in the application; when the timeout expires it is hung up with
   * cause 19. The channel does not end when `caller` does.
   *
   * `POST /channels/{channelId}/dial`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No channel has this id or name.
   * - 409: No application controls the channel, it was not made by the create operation, or its state is neither
   *   `Down` nor `Rsrvd`, for instance because it has been dialled before.
   *
   * @since 2.0.0
   */
  dial(params: ChannelsDialRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.dial, params, options);
  }

  /**
   * Get the RTP statistics of a channel.
   *
   * Works for every RTP channel, whether or not an application controls it; a `UnicastRTP` channel shows its
   * session only if its endpoint has the option `g`, as in `UnicastRTP/192.0.2.10:4000/c(ulaw)g`. The figures cover
   * the call up to now; those of the far end depend on its RTCP reports.
   *
   * `GET /channels/{channelId}/rtp_statistics`
   *
   * Throws an `ApiFailure` with the status
   * - 403: The technology of the channel does not use RTP.
   * - 404: No channel has this id, or the channel has no RTP session to report on.
   *
   * @since 2.0.0
   */
  rtpstatistics(params: ChannelsRtpstatisticsRequest, options?: RequestOptions): Promise<RTPstat> {
    return this.#send(channelsCalls.rtpstatistics, params, options);
  }

  /**
   * Get the SIP messages of a call.
   *
   * The first 16 and the last 48 messages of the call in both directions. Calls that have ended, and calls that
   * were refused before they had a channel, are kept for 15 minutes, 200 of them at most. Received messages are
   * shown as the server has read them: header fields unfolded, `received` and `rport` filled in. Passwords do not
   * show: the proof in `Authorization` and `Proxy-Authorization` and the keys in session descriptions are masked.
   * Only users who may control channels can read it.
   *
   * `GET /channels/{channelId}/sip`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No call has this id, it is not a SIP call, or its messages are no longer kept.
   *
   * @since 2.1.0
   */
  getSipTrace(params: ChannelsGetSipTraceRequest, options?: RequestOptions): Promise<SipTrace> {
    return this.#send(channelsCalls.getSipTrace, params, options);
  }

  /**
   * Get the story of a call.
   *
   * Requests with their answers, events, steps of the dialplan and SIP messages, in the order in which they
   * happened, of the channel and of those that were part of the same call, also after its end. Stories are kept
   * only if the server is configured to (`story_calls` in ari.conf), of as many calls as it says, up to 500 lines
   * of each. Secrets are masked as in `GET /channels/{channelId}/sip`. A user who is limited to applications gets
   * the lines that name no other channel. Only users who may control channels can read it.
   *
   * `GET /channels/{channelId}/story`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No story is kept of this channel, or of any.
   *
   * @since 2.1.0
   */
  getStory(params: ChannelsGetStoryRequest, options?: RequestOptions): Promise<Story> {
    return this.#send(channelsCalls.getStory, params, options);
  }

  /**
   * Create a channel that exchanges media with an external server.
   *
   * Possible combinations: RTP (`transport` `udp`, `encapsulation` `rtp`), audio socket (`tcp`, `audiosocket`) and
   * websocket (`websocket`, `none`; as client or server). The channel is dialled for at most 30 seconds: RTP and
   * audio socket answer at once, a websocket when it is connected; then the channel enters the application
   * (`StasisStart`) and can be put into a bridge. `channelvars` of the response holds all variables of the new
   * channel, among them `UNICASTRTP_LOCAL_ADDRESS` and `UNICASTRTP_LOCAL_PORT`, or `MEDIA_WEBSOCKET_CONNECTION_ID`
   * and `MEDIA_WEBSOCKET_OPTIMAL_FRAME_SIZE`. With `connection_type` `server` the external side connects to
   * `/media/<connection id>`, beside the root of this interface; the id is its only credential.
   *
   * `POST /channels/externalMedia`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `app` or `format` is missing; `external_host` is missing, not of the form `<host>:<port>`, or not the
   *   id of a websocket client; `transport`, `encapsulation` and `connection_type` do not fit together; a listed
   *   value is unknown; an audio socket has no UUID in `data` or cannot be connected; the format is unknown or more
   *   than one is given; or `transport_data` has a malformed option.
   * - 404: `bridge` is not the id of a bridge; nothing is created.
   * - 409: A channel with the id `channelId` exists; nothing is created.
   *
   * @since 2.0.0
   * @changed 2.1.0
   */
  externalMedia(params: ChannelsExternalMediaRequest, options?: CommandOptions): Promise<Channel> {
    return this.#send(channelsCalls.externalMedia, params, options);
  }

  /**
   * Report the progress of a transfer requested by a channel.
   *
   * For SIP channels whose transfer handling is `ari-only` (`PJSIP_TRANSFER_HANDLING()`): such a channel asks for a
   * transfer with `ChannelTransfer`, the application carries it out itself and tells the asking side here how it
   * fares. The report is sent on through the signalling of the channel. `Local` channels accept it without effect;
   * others that have not asked for a transfer refuse it.
   *
   * `POST /channels/{channelId}/transfer_progress`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `states` is missing, empty or not one of the listed values.
   * - 404: No channel has this id.
   * - 409: No application controls the channel at present, or it has not asked for a transfer.
   * - 412: Reserved: known to clients of older descriptions; the server does not send it.
   *
   * @since 2.0.0
   */
  transfer_progress(params: ChannelsTransferProgressRequest, options?: CommandOptions): Promise<void> {
    return this.#send(channelsCalls.transfer_progress, params, options);
  }
}

export type BridgesListRequest = BridgesListParams;
export type BridgesCreateRequest = WithDefaults<BridgesCreateParams, 'absorbDTMF' | 'mute'>;
export type BridgesCreateWithIdRequest = WithDefaults<BridgesCreateWithIdParams, 'absorbDTMF' | 'mute'>;
export type BridgesGetRequest = BridgesGetParams;
export type BridgesDestroyRequest = BridgesDestroyParams;
export type BridgesGetBridgeVarRequest = BridgesGetBridgeVarParams;
export type BridgesSetBridgeVarRequest = WithDefaults<BridgesSetBridgeVarParams, 'report_events'>;
export type BridgesGetBridgeVarsRequest = BridgesGetBridgeVarsParams;
export type BridgesSetBridgeVarsRequest = BridgesSetBridgeVarsParams;
export type BridgesAddChannelRequest = WithDefaults<BridgesAddChannelParams, 'inhibitConnectedLineUpdates'>;
export type BridgesRemoveChannelRequest = BridgesRemoveChannelParams;
export type BridgesSetVideoSourceRequest = BridgesSetVideoSourceParams;
export type BridgesClearVideoSourceRequest = BridgesClearVideoSourceParams;
export type BridgesStartMohRequest = BridgesStartMohParams;
export type BridgesStopMohRequest = BridgesStopMohParams;
export type BridgesPlayRequest = WithDefaults<BridgesPlayParams, 'offsetms' | 'skipms'>;
export type BridgesPlayWithIdRequest = WithDefaults<BridgesPlayWithIdParams, 'offsetms' | 'skipms'>;
export type BridgesRecordRequest = WithDefaults<
  BridgesRecordParams,
  'maxDurationSeconds' | 'maxSilenceSeconds' | 'ifExists' | 'beep' | 'terminateOn'
>;

const bridgesCalls = {
  list: { operation: 'bridges.list', method: 'GET', path: '/bridges', answer: json<readonly Bridge[]>() },
  create: {
    operation: 'bridges.create',
    method: 'POST',
    path: '/bridges',
    body: ['type', 'bridgeId', 'name', 'absorbDTMF', 'mute', 'variables'],
    answer: json<Bridge>(),
  },
  createWithId: {
    operation: 'bridges.createWithId',
    method: 'POST',
    path: '/bridges/{bridgeId}',
    body: ['type', 'name', 'absorbDTMF', 'mute', 'variables'],
    answer: json<Bridge>(),
  },
  get: { operation: 'bridges.get', method: 'GET', path: '/bridges/{bridgeId}', answer: json<Bridge>() },
  destroy: { operation: 'bridges.destroy', method: 'DELETE', path: '/bridges/{bridgeId}', answer: nothing },
  getBridgeVar: {
    operation: 'bridges.getBridgeVar',
    method: 'GET',
    path: '/bridges/{bridgeId}/variable',
    query: ['variable'],
    answer: json<Variable>(),
  },
  setBridgeVar: {
    operation: 'bridges.setBridgeVar',
    method: 'POST',
    path: '/bridges/{bridgeId}/variable',
    body: ['variable', 'value', 'report_events'],
    answer: nothing,
  },
  getBridgeVars: {
    operation: 'bridges.getBridgeVars',
    method: 'GET',
    path: '/bridges/{bridgeId}/variables',
    query: ['variables'],
    answer: json<Variables>(),
  },
  setBridgeVars: {
    operation: 'bridges.setBridgeVars',
    method: 'POST',
    path: '/bridges/{bridgeId}/variables',
    body: ['variables'],
    answer: nothing,
  },
  addChannel: {
    operation: 'bridges.addChannel',
    method: 'POST',
    path: '/bridges/{bridgeId}/addChannel',
    body: ['channel', 'role', 'absorbDTMF', 'mute', 'inhibitConnectedLineUpdates'],
    answer: nothing,
  },
  removeChannel: {
    operation: 'bridges.removeChannel',
    method: 'POST',
    path: '/bridges/{bridgeId}/removeChannel',
    body: ['channel'],
    answer: nothing,
  },
  setVideoSource: {
    operation: 'bridges.setVideoSource',
    method: 'POST',
    path: '/bridges/{bridgeId}/videoSource/{channelId}',
    answer: nothing,
  },
  clearVideoSource: {
    operation: 'bridges.clearVideoSource',
    method: 'DELETE',
    path: '/bridges/{bridgeId}/videoSource',
    answer: nothing,
  },
  startMoh: {
    operation: 'bridges.startMoh',
    method: 'POST',
    path: '/bridges/{bridgeId}/moh',
    body: ['mohClass'],
    answer: nothing,
  },
  stopMoh: { operation: 'bridges.stopMoh', method: 'DELETE', path: '/bridges/{bridgeId}/moh', answer: nothing },
  play: {
    operation: 'bridges.play',
    method: 'POST',
    path: '/bridges/{bridgeId}/play',
    body: ['media', 'announcer_format', 'lang', 'offsetms', 'skipms', 'playbackId'],
    answer: json<Playback>(),
  },
  playWithId: {
    operation: 'bridges.playWithId',
    method: 'POST',
    path: '/bridges/{bridgeId}/play/{playbackId}',
    body: ['media', 'announcer_format', 'lang', 'offsetms', 'skipms'],
    answer: json<Playback>(),
  },
  record: {
    operation: 'bridges.record',
    method: 'POST',
    path: '/bridges/{bridgeId}/record',
    body: [
      'name',
      'format',
      'recorder_format',
      'maxDurationSeconds',
      'maxSilenceSeconds',
      'ifExists',
      'beep',
      'terminateOn',
    ],
    answer: json<LiveRecording>(),
  },
} as const satisfies Record<string, Call<unknown>>;

/**
 * Bridges: join channels, play and record to all of them, choose the video source.
 *
 * @since 1.0.0
 */
export class BridgesClient {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * List the bridges that exist on the server.
   *
   * The list is ordered by id. It includes bridges that calls in the dialplan have formed on their own; those can
   * be read, but every operation that would change them answers 409.
   *
   * `GET /bridges`
   */
  list(params: BridgesListRequest = {}, options?: RequestOptions): Promise<readonly Bridge[]> {
    return this.#send(bridgesCalls.list, params, options);
  }

  /**
   * Make a bridge.
   *
   * The bridge exists and is empty when the answer arrives. No application is subscribed by this: `BridgeCreated`
   * reaches only applications that subscribe to all bridges, and an application is subscribed by itself as soon as
   * one of its channels is added. A bridge is never removed on its own when it becomes empty; destroy it when it is
   * no longer needed.
   *
   * `POST /bridges`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `type` contains an unknown attribute or combines `mixing` with `holding`, or `variables` is not an
   *   object. Nothing is created.
   * - 409: A bridge with the requested id exists. Nothing is created.
   */
  create(params: BridgesCreateRequest = {}, options?: CommandOptions): Promise<Bridge> {
    return this.#send(bridgesCalls.create, params, options);
  }

  /**
   * Make a bridge with an id of your choice.
   *
   * The bridge exists and is empty when the answer arrives. No application is subscribed by this: `BridgeCreated`
   * reaches only applications that subscribe to all bridges, and an application is subscribed by itself as soon as
   * one of its channels is added. A bridge is never removed on its own when it becomes empty; destroy it when it is
   * no longer needed. An existing bridge is never changed by this operation.
   *
   * `POST /bridges/{bridgeId}`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `type` contains an unknown attribute or combines `mixing` with `holding`, or `variables` is not an
   *   object. Nothing is created.
   * - 409: A bridge with the requested id exists. Nothing is created.
   *
   * @since 1.2.0
   */
  createWithId(params: BridgesCreateWithIdRequest, options?: CommandOptions): Promise<Bridge> {
    return this.#send(bridgesCalls.createWithId, params, options);
  }

  /**
   * Look up one bridge.
   *
   * Works for every bridge, including those not made through this interface.
   *
   * `GET /bridges/{bridgeId}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: There is no bridge with this id.
   */
  get(params: BridgesGetRequest, options?: RequestOptions): Promise<Bridge> {
    return this.#send(bridgesCalls.get, params, options);
  }

  /**
   * Destroy a bridge and release its members.
   *
   * The members leave first, one `ChannelLeftBridge` each, then `BridgeDestroyed` follows. The channels are not
   * hung up: they stay in their applications. Playbacks on the bridge end as `failed`. An application that is
   * subscribed to the bridge only because its channels were inside may lose that subscription before
   * `BridgeDestroyed`; subscribe explicitly to be sure of it.
   *
   * `DELETE /bridges/{bridgeId}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: There is no bridge with this id.
   * - 409: The bridge exists but was not made through this interface, so it can be read but not controlled.
   */
  destroy(params: BridgesDestroyRequest, options?: CommandOptions): Promise<void> {
    return this.#send(bridgesCalls.destroy, params, options);
  }

  /**
   * Read one variable of a bridge.
   *
   * Bridge variables are separate from channel and global variables. The name is taken literally: neither functions
   * nor global variables are consulted.
   *
   * `GET /bridges/{bridgeId}/variable`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `variable` is missing or empty.
   * - 404: There is no bridge with this id, or the variable is not set on it.
   * - 409: The bridge exists but was not made through this interface, so it can be read but not controlled.
   *
   * @since 2.0.0
   */
  getBridgeVar(params: BridgesGetBridgeVarRequest, options?: RequestOptions): Promise<Variable> {
    return this.#send(bridgesCalls.getBridgeVar, params, options);
  }

  /**
   * Set or delete one variable of a bridge.
   *
   * Done when the answer arrives. Setting a bridge variable raises no event of its own.
   *
   * `POST /bridges/{bridgeId}/variable`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `variable` is missing or empty, `report_events` is not a boolean, or the variable cannot be set.
   * - 404: There is no bridge with this id.
   * - 409: The bridge exists but was not made through this interface, so it can be read but not controlled.
   *
   * @since 2.0.0
   */
  setBridgeVar(params: BridgesSetBridgeVarRequest, options?: CommandOptions): Promise<void> {
    return this.#send(bridgesCalls.setBridgeVar, params, options);
  }

  /**
   * Read several variables of a bridge.
   *
   * All or nothing: one unknown name fails the whole request. Unlike the single form, a name ending in `)` is
   * evaluated as a function, without a channel behind it.
   *
   * `GET /bridges/{bridgeId}/variables`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `variables` is missing or contains an empty name, or a named function is unknown or fails.
   * - 403: An expression names a dangerous function (`SHELL`, `FILE`, `DB`, `CURL` …) that the configuration does
   *   not allow over REST.
   * - 404: There is no bridge with this id, or one of the variables is not set on it.
   * - 409: Reserved: known to clients of older descriptions; the server does not send it.
   *
   * @since 2.0.0
   */
  getBridgeVars(params: BridgesGetBridgeVarsRequest, options?: RequestOptions): Promise<Variables> {
    return this.#send(bridgesCalls.getBridgeVars, params, options);
  }

  /**
   * Set several variables of a bridge.
   *
   * Done when the answer arrives; variables that are not mentioned stay as they are. No event is raised.
   *
   * `POST /bridges/{bridgeId}/variables`
   *
   * Throws an `ApiFailure` with the status
   * - 400: There is no JSON body, it has no `variables` member, or that member is not an object.
   * - 404: There is no bridge with this id.
   * - 409: Reserved: known to clients of older descriptions; the server does not send it.
   *
   * @since 2.0.0
   */
  setBridgeVars(params: BridgesSetBridgeVarsRequest, options?: CommandOptions): Promise<void> {
    return this.#send(bridgesCalls.setBridgeVars, params, options);
  }

  /**
   * Bring one or more channels into a bridge.
   *
   * Answers once the channels have entered, each announced by `ChannelEnteredBridge`; the command takes its place
   * in the queue of each channel, so a running playback there delays it. Unknown channels and channels outside an
   * application are detected before anyone is added. A channel that is in another bridge moves over, and adding a
   * present member makes it leave and enter again. The application of the channel is subscribed to the bridge as
   * long as one of its channels is inside.
   *
   * `POST /bridges/{bridgeId}/addChannel`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `channel` is missing, one of the channels does not exist, or a boolean is malformed. Nobody is added.
   * - 404: There is no bridge with this id.
   * - 409: The bridge exists but was not made through this interface, or one of the channels is being recorded;
   *   channels listed before that one may already be in the bridge.
   * - 422: One of the channels exists but is not in an application. Nobody is added.
   */
  addChannel(params: BridgesAddChannelRequest, options?: CommandOptions): Promise<void> {
    return this.#send(bridgesCalls.addChannel, params, options);
  }

  /**
   * Take one or more channels out of a bridge.
   *
   * Answers once the channels have left, each announced by `ChannelLeftBridge`; the command takes its place in the
   * queue of each channel. The channels stay in their application, unbridged. All or nothing: if one of them is not
   * in this bridge, nobody is removed.
   *
   * `POST /bridges/{bridgeId}/removeChannel`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `channel` is missing, or one of the channels does not exist. Nobody is removed.
   * - 404: There is no bridge with this id.
   * - 409: The bridge exists but was not made through this interface, so it can be read but not controlled.
   * - 422: One of the channels is not in an application or not in this bridge. Nobody is removed.
   */
  removeChannel(params: BridgesRemoveChannelRequest, options?: CommandOptions): Promise<void> {
    return this.#send(bridgesCalls.removeChannel, params, options);
  }

  /**
   * Show the video of one member to all others.
   *
   * The video mode of the bridge becomes `single` and stays with this channel until another one is chosen or the
   * choice is cleared. `BridgeVideoSourceChanged` follows if the source really changes. The choice matters from
   * three members on.
   *
   * `POST /bridges/{bridgeId}/videoSource/{channelId}`
   *
   * Throws an `ApiFailure` with the status
   * - 400: There is no channel with this id.
   * - 404: There is no bridge with this id.
   * - 409: The bridge exists but was not made through this interface, so it can be read but not controlled.
   * - 422: The channel is not in an application or not in this bridge.
   *
   * @since 2.0.0
   */
  setVideoSource(params: BridgesSetVideoSourceRequest, options?: CommandOptions): Promise<void> {
    return this.#send(bridgesCalls.setVideoSource, params, options);
  }

  /**
   * Let the video follow the talker again.
   *
   * Drops an explicitly chosen source; the video mode of the bridge becomes `talker`. `BridgeVideoSourceChanged`
   * follows when the shown source changes.
   *
   * `DELETE /bridges/{bridgeId}/videoSource`
   *
   * Throws an `ApiFailure` with the status
   * - 404: There is no bridge with this id.
   * - 409: The bridge exists but was not made through this interface, so it can be read but not controlled.
   *
   * @since 2.0.0
   */
  clearVideoSource(params: BridgesClearVideoSourceRequest, options?: CommandOptions): Promise<void> {
    return this.#send(bridgesCalls.clearVideoSource, params, options);
  }

  /**
   * Start music on hold in a bridge, or switch its class.
   *
   * A hidden channel plays the music to all members until it is stopped. Starting again while music is on changes
   * to the given class. No event is raised.
   *
   * `POST /bridges/{bridgeId}/moh`
   *
   * Throws an `ApiFailure` with the status
   * - 404: There is no bridge with this id.
   * - 409: The bridge exists but was not made through this interface, so it can be read but not controlled.
   */
  startMoh(params: BridgesStartMohRequest, options?: CommandOptions): Promise<void> {
    return this.#send(bridgesCalls.startMoh, params, options);
  }

  /**
   * Stop music on hold in a bridge.
   *
   * Ends only music that was started on the bridge itself, not music started on a member channel. No event is
   * raised.
   *
   * `DELETE /bridges/{bridgeId}/moh`
   *
   * Throws an `ApiFailure` with the status
   * - 404: There is no bridge with this id.
   * - 409: No music is playing on the bridge, or the bridge was not made through this interface.
   */
  stopMoh(params: BridgesStopMohRequest, options?: CommandOptions): Promise<void> {
    return this.#send(bridgesCalls.stopMoh, params, options);
  }

  /**
   * Play media to all members of a bridge.
   *
   * Answers as soon as the playback is queued. A hidden announcer channel plays the media to every member; while
   * one playback is running, further ones on this bridge wait behind it. `PlaybackStarted` announces each item,
   * `PlaybackContinuing` the step from one item to the next, and a single `PlaybackFinished` the end of the whole
   * list. The media are not looked up beforehand: an unknown scheme or a missing file is still accepted and shows
   * as `PlaybackFinished` with state `failed`; in a list only the last item decides. Destroying the bridge ends its
   * playbacks as `failed`.
   *
   * `POST /bridges/{bridgeId}/play`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `media` is missing or empty, or `offsetms` or `skipms` is negative or not an integer.
   * - 404: There is no bridge with this id.
   * - 409: The bridge exists but was not made through this interface, or the requested playback id belongs to a
   *   playback that is queued or running.
   * - 422: `announcer_format` is not a format the server knows.
   */
  play(params: BridgesPlayRequest, options?: CommandOptions): Promise<Playback> {
    return this.#send(bridgesCalls.play, params, options);
  }

  /**
   * Play media to a bridge under a given playback id.
   *
   * Answers as soon as the playback is queued. A hidden announcer channel plays the media to every member; while
   * one playback is running, further ones on this bridge wait behind it. `PlaybackStarted` announces each item,
   * `PlaybackContinuing` the step from one item to the next, and a single `PlaybackFinished` the end of the whole
   * list. The media are not looked up beforehand: an unknown scheme or a missing file is still accepted and shows
   * as `PlaybackFinished` with state `failed`; in a list only the last item decides. Destroying the bridge ends its
   * playbacks as `failed`.
   *
   * `POST /bridges/{bridgeId}/play/{playbackId}`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `media` is missing or empty, or `offsetms` or `skipms` is negative or not an integer.
   * - 404: There is no bridge with this id.
   * - 409: The bridge exists but was not made through this interface, or the requested playback id belongs to a
   *   playback that is queued or running.
   * - 422: `announcer_format` is not a format the server knows.
   *
   * @since 1.3.0
   */
  playWithId(params: BridgesPlayWithIdRequest, options?: CommandOptions): Promise<Playback> {
    return this.#send(bridgesCalls.playWithId, params, options);
  }

  /**
   * Record the mixed audio of a bridge.
   *
   * Answers when the recording is queued; `RecordingStarted` tells that it runs, `RecordingFinished` or
   * `RecordingFailed` how it ended. A hidden recorder channel hears what the members hear, and several recordings
   * of one bridge may run side by side. While it runs it is controlled under `/recordings/live`, afterwards found
   * under `/recordings/stored`.
   *
   * `POST /bridges/{bridgeId}/record`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `name` or `format` is missing, `name` leads out of the recording directory or is refused by the file
   *   system, a limit is negative, or `ifExists`, `terminateOn` or `beep` has a value that is not allowed.
   * - 404: There is no bridge with this id.
   * - 409: A live recording has this name, a stored one has it while `ifExists` is `fail`, or the bridge was not
   *   made through this interface.
   * - 422: `format` or `recorder_format` is not known to the server.
   */
  record(params: BridgesRecordRequest, options?: CommandOptions): Promise<LiveRecording> {
    return this.#send(bridgesCalls.record, params, options);
  }
}

export type RecordingsListStoredRequest = RecordingsListStoredParams;
export type RecordingsGetStoredRequest = RecordingsGetStoredParams;
export type RecordingsDeleteStoredRequest = RecordingsDeleteStoredParams;
export type RecordingsGetStoredFileRequest = RecordingsGetStoredFileParams;
export type RecordingsCopyStoredRequest = RecordingsCopyStoredParams;
export type RecordingsGetLiveRequest = RecordingsGetLiveParams;
export type RecordingsCancelRequest = RecordingsCancelParams;
export type RecordingsStopRequest = RecordingsStopParams;
export type RecordingsPauseRequest = RecordingsPauseParams;
export type RecordingsUnpauseRequest = RecordingsUnpauseParams;
export type RecordingsMuteRequest = RecordingsMuteParams;
export type RecordingsUnmuteRequest = RecordingsUnmuteParams;

const recordingsCalls = {
  listStored: {
    operation: 'recordings.listStored',
    method: 'GET',
    path: '/recordings/stored',
    answer: json<readonly StoredRecording[]>(),
  },
  getStored: {
    operation: 'recordings.getStored',
    method: 'GET',
    path: '/recordings/stored/{recordingName}',
    answer: json<StoredRecording>(),
  },
  deleteStored: {
    operation: 'recordings.deleteStored',
    method: 'DELETE',
    path: '/recordings/stored/{recordingName}',
    answer: nothing,
  },
  getStoredFile: {
    operation: 'recordings.getStoredFile',
    method: 'GET',
    path: '/recordings/stored/{recordingName}/file',
    answer: bytes,
  },
  copyStored: {
    operation: 'recordings.copyStored',
    method: 'POST',
    path: '/recordings/stored/{recordingName}/copy',
    body: ['destinationRecordingName'],
    answer: json<StoredRecording>(),
  },
  getLive: {
    operation: 'recordings.getLive',
    method: 'GET',
    path: '/recordings/live/{recordingName}',
    answer: json<LiveRecording>(),
  },
  cancel: {
    operation: 'recordings.cancel',
    method: 'DELETE',
    path: '/recordings/live/{recordingName}',
    answer: nothing,
  },
  stop: {
    operation: 'recordings.stop',
    method: 'POST',
    path: '/recordings/live/{recordingName}/stop',
    answer: nothing,
  },
  pause: {
    operation: 'recordings.pause',
    method: 'POST',
    path: '/recordings/live/{recordingName}/pause',
    answer: nothing,
  },
  unpause: {
    operation: 'recordings.unpause',
    method: 'DELETE',
    path: '/recordings/live/{recordingName}/pause',
    answer: nothing,
  },
  mute: {
    operation: 'recordings.mute',
    method: 'POST',
    path: '/recordings/live/{recordingName}/mute',
    answer: nothing,
  },
  unmute: {
    operation: 'recordings.unmute',
    method: 'DELETE',
    path: '/recordings/live/{recordingName}/mute',
    answer: nothing,
  },
} as const satisfies Record<string, Call<unknown>>;

/**
 * Recordings in progress and recordings on disk.
 *
 * @since 1.0.0
 */
export class RecordingsClient {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * List the recordings on disk.
   *
   * Searches the recording directory with all its sub-directories and lists every file with a known media
   * extension, ordered by name. A recording in progress may already be among them.
   *
   * `GET /recordings/stored`
   */
  listStored(params: RecordingsListStoredRequest = {}, options?: RequestOptions): Promise<readonly StoredRecording[]> {
    return this.#send(recordingsCalls.listStored, params, options);
  }

  /**
   * Look up one stored recording.
   *
   * When files of this name exist in several formats, one of them is chosen.
   *
   * `GET /recordings/stored/{recordingName}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: There is no stored recording of this name; a name given with its extension is not found either.
   */
  getStored(params: RecordingsGetStoredRequest, options?: RequestOptions): Promise<StoredRecording> {
    return this.#send(recordingsCalls.getStored, params, options);
  }

  /**
   * Remove a stored recording from disk.
   *
   * Cannot be undone. When files of this name exist in several formats, one of them is removed.
   *
   * `DELETE /recordings/stored/{recordingName}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: There is no stored recording of this name; a name given with its extension is not found either.
   */
  deleteStored(params: RecordingsDeleteStoredRequest, options?: CommandOptions): Promise<void> {
    return this.#send(recordingsCalls.deleteStored, params, options);
  }

  /**
   * Download the media of a stored recording.
   *
   * The `Content-Type` is made of the kind of medium and the file extension, e.g. `audio/wav` or `audio/ulaw`; the
   * bytes are those of the file. A part of it can be asked for with a `Range` header of one range (`bytes=0-4095`,
   * `bytes=4096-`, `bytes=-1024`): it comes with the status 206 and a `Content-Range`. Several ranges at once and a
   * malformed one are answered with the whole file. `ETag` and `Last-Modified` tell a recording from another one of
   * the same name: with one of them in `If-Range`, a part is sent only of the same file, and otherwise the whole;
   * with `If-None-Match` or `If-Modified-Since`, a file that the reader has already is answered with the status 304
   * and no body. Available over HTTP only.
   *
   * `GET /recordings/stored/{recordingName}/file`
   *
   * Throws an `ApiFailure` with the status
   * - 403: The file exists but the server cannot open it.
   * - 404: There is no stored recording of this name; a name given with its extension is not found either.
   * - 406: Asked over the websocket, which carries no binary bodies; fetch the file over HTTP.
   * - 416: The range that is asked for holds no byte of the file; `Content-Range` tells how long that is.
   *
   * @since 2.0.0
   * @changed 2.1.0
   */
  getStoredFile(params: RecordingsGetStoredFileRequest, options?: RequestOptions): Promise<Uint8Array> {
    return this.#send(recordingsCalls.getStoredFile, params, options);
  }

  /**
   * Duplicate a stored recording under another name.
   *
   * Done when the answer arrives. The copy keeps the format, and existing recordings are never overwritten.
   *
   * `POST /recordings/stored/{recordingName}/copy`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `destinationRecordingName` is missing or empty.
   * - 403: The destination lies outside the recording directory.
   * - 404: There is no stored recording of this name; a name given with its extension is not found either.
   * - 409: A recording with the destination name exists, or is being made.
   *
   * @since 1.5.0
   */
  copyStored(params: RecordingsCopyStoredRequest, options?: CommandOptions): Promise<StoredRecording> {
    return this.#send(recordingsCalls.copyStored, params, options);
  }

  /**
   * Look up a recording that is queued or in progress.
   *
   * Once a recording has ended it is found under `/recordings/stored` instead, provided it was kept.
   *
   * `GET /recordings/live/{recordingName}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No recording of this name is queued or in progress.
   */
  getLive(params: RecordingsGetLiveRequest, options?: RequestOptions): Promise<LiveRecording> {
    return this.#send(recordingsCalls.getLive, params, options);
  }

  /**
   * Abandon a recording and throw away what was recorded.
   *
   * `RecordingFinished` with state `canceled` follows and nothing is stored. A recording that is still queued never
   * starts; its final event is sent all the same.
   *
   * `DELETE /recordings/live/{recordingName}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No recording of this name is queued or in progress.
   */
  cancel(params: RecordingsCancelRequest, options?: CommandOptions): Promise<void> {
    return this.#send(recordingsCalls.cancel, params, options);
  }

  /**
   * End a recording and keep what was recorded.
   *
   * `RecordingFinished` with state `done` follows, after which the file is complete. Works while paused or muted as
   * well. A recording that is still queued never starts; its `RecordingFinished` is sent all the same.
   *
   * `POST /recordings/live/{recordingName}/stop`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No recording of this name is queued or in progress.
   */
  stop(params: RecordingsStopRequest, options?: CommandOptions): Promise<void> {
    return this.#send(recordingsCalls.stop, params, options);
  }

  /**
   * Interrupt a recording.
   *
   * Nothing is written until it is resumed: the time in between is missing from the file, counts towards neither
   * the duration nor the maximum duration, and silence is not watched. The state becomes `paused`; no event is
   * raised. Pausing twice is harmless.
   *
   * `POST /recordings/live/{recordingName}/pause`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No recording of this name is queued or in progress.
   * - 409: The recording is still queued, or has just ended.
   */
  pause(params: RecordingsPauseRequest, options?: CommandOptions): Promise<void> {
    return this.#send(recordingsCalls.pause, params, options);
  }

  /**
   * Resume an interrupted recording.
   *
   * The state becomes `recording` again; no event is raised. Harmless when it is not paused.
   *
   * `DELETE /recordings/live/{recordingName}/pause`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No recording of this name is queued or in progress.
   * - 409: The recording is still queued, or has just ended.
   */
  unpause(params: RecordingsUnpauseRequest, options?: CommandOptions): Promise<void> {
    return this.#send(recordingsCalls.unpause, params, options);
  }

  /**
   * Write silence instead of the audio.
   *
   * Unlike pausing, time goes on in the file. Muting shows neither in the state nor by an event. Repeating it is
   * harmless.
   *
   * `POST /recordings/live/{recordingName}/mute`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No recording of this name is queued or in progress.
   * - 409: The recording is still queued, or has just ended.
   */
  mute(params: RecordingsMuteRequest, options?: CommandOptions): Promise<void> {
    return this.#send(recordingsCalls.mute, params, options);
  }

  /**
   * Write the real audio again after muting.
   *
   * No event is raised. Harmless when it is not muted.
   *
   * `DELETE /recordings/live/{recordingName}/mute`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No recording of this name is queued or in progress.
   * - 409: The recording is still queued, or has just ended.
   */
  unmute(params: RecordingsUnmuteRequest, options?: CommandOptions): Promise<void> {
    return this.#send(recordingsCalls.unmute, params, options);
  }
}

export type SoundsListRequest = SoundsListParams;
export type SoundsGetRequest = SoundsGetParams;

const soundsCalls = {
  list: {
    operation: 'sounds.list',
    method: 'GET',
    path: '/sounds',
    query: ['lang', 'format'],
    answer: json<readonly Sound[]>(),
  },
  get: { operation: 'sounds.get', method: 'GET', path: '/sounds/{soundId}', answer: json<Sound>() },
} as const satisfies Record<string, Call<unknown>>;

/**
 * The prompts that can be played, by language and format.
 *
 * @since 1.0.0
 */
export class SoundsClient {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * List the installed sounds.
   *
   * Filters also shorten `formats` of each sound to the entries that match; with both given, an entry must match
   * both. The order of the list is not defined.
   *
   * `GET /sounds`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No sound matches the filters.
   */
  list(params: SoundsListRequest = {}, options?: RequestOptions): Promise<readonly Sound[]> {
    return this.#send(soundsCalls.list, params, options);
  }

  /**
   * Look up one installed sound.
   *
   * `GET /sounds/{soundId}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: There is no sound with this id.
   */
  get(params: SoundsGetRequest, options?: RequestOptions): Promise<Sound> {
    return this.#send(soundsCalls.get, params, options);
  }
}

export type PlaybacksGetRequest = PlaybacksGetParams;
export type PlaybacksStopRequest = PlaybacksStopParams;
export type PlaybacksControlRequest = PlaybacksControlParams;

const playbacksCalls = {
  get: { operation: 'playbacks.get', method: 'GET', path: '/playbacks/{playbackId}', answer: json<Playback>() },
  stop: { operation: 'playbacks.stop', method: 'DELETE', path: '/playbacks/{playbackId}', answer: nothing },
  control: {
    operation: 'playbacks.control',
    method: 'POST',
    path: '/playbacks/{playbackId}/control',
    body: ['operation'],
    answer: nothing,
  },
} as const satisfies Record<string, Call<unknown>>;

/**
 * Media that is playing: look at it, pause it, move in it, stop it.
 *
 * @since 1.0.0
 */
export class PlaybacksClient {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Look up a playback that is queued or running.
   *
   * A playback disappears as soon as its `PlaybackFinished` is sent; how it ended is told by that event only.
   *
   * `GET /playbacks/{playbackId}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: There is no playback with this id, or it is over.
   */
  get(params: PlaybacksGetRequest, options?: RequestOptions): Promise<Playback> {
    return this.#send(playbacksCalls.get, params, options);
  }

  /**
   * End a playback, including all remaining items.
   *
   * `PlaybackFinished` with state `done` follows. A playback that is still queued never starts; it too is closed by
   * its `PlaybackFinished`, without a `PlaybackStarted` before. A tone sounds until it is stopped this way or its
   * target goes away.
   *
   * `DELETE /playbacks/{playbackId}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: There is no playback with this id, or it is over.
   * - 409: The playback cannot be stopped in its present state, for example while a number, digits or characters
   *   are being spoken.
   */
  stop(params: PlaybacksStopRequest, options?: CommandOptions): Promise<void> {
    return this.#send(playbacksCalls.stop, params, options);
  }

  /**
   * Pause, resume, rewind or advance a playback.
   *
   * Only `unpause` of a paused playback raises an event: `PlaybackStarted` once more. `pause` on a paused one,
   * `unpause` on a playing one and `restart` on a queued one are accepted and change nothing. A tone cannot be
   * moved within: `forward` and `reverse` are accepted and do nothing, and `unpause` begins it anew.
   *
   * `POST /playbacks/{playbackId}/control`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `operation` is missing or not one of the listed values; this is checked before the playback is looked
   *   up.
   * - 404: There is no playback with this id, or it is over.
   * - 409: The operation does not fit the present state: `pause`, `unpause`, `forward` or `reverse` while queued,
   *   `restart`, `forward` or `reverse` while paused, or any of them while the medium (a spoken number, digits,
   *   characters) takes no control.
   */
  control(params: PlaybacksControlRequest, options?: CommandOptions): Promise<void> {
    return this.#send(playbacksCalls.control, params, options);
  }
}

export type DeviceStatesListRequest = DeviceStatesListParams;
export type DeviceStatesGetRequest = DeviceStatesGetParams;
export type DeviceStatesUpdateRequest = DeviceStatesUpdateParams;
export type DeviceStatesDeleteRequest = DeviceStatesDeleteParams;

const deviceStatesCalls = {
  list: {
    operation: 'deviceStates.list',
    method: 'GET',
    path: '/deviceStates',
    answer: json<readonly DeviceState[]>(),
  },
  get: {
    operation: 'deviceStates.get',
    method: 'GET',
    path: '/deviceStates/{deviceName}',
    answer: json<DeviceState>(),
  },
  update: {
    operation: 'deviceStates.update',
    method: 'PUT',
    path: '/deviceStates/{deviceName}',
    body: ['deviceState'],
    answer: nothing,
  },
  delete: { operation: 'deviceStates.delete', method: 'DELETE', path: '/deviceStates/{deviceName}', answer: nothing },
} as const satisfies Record<string, Call<unknown>>;

/**
 * States of devices, and the custom devices an application keeps itself.
 *
 * @since 1.0.0
 */
export class DeviceStatesClient {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * List the device states set through this interface.
   *
   * Devices of other origin are not listed; ask for them by name.
   *
   * `GET /deviceStates`
   */
  list(params: DeviceStatesListRequest = {}, options?: RequestOptions): Promise<readonly DeviceState[]> {
    return this.#send(deviceStatesCalls.list, params, options);
  }

  /**
   * Get the state of a device.
   *
   * Works for any device, not only for those set here, and never answers 404: a `Stasis:` name without a state is
   * `UNKNOWN`, a name that no part of the server is responsible for is `INVALID`.
   *
   * `GET /deviceStates/{deviceName}`
   */
  get(params: DeviceStatesGetRequest, options?: RequestOptions): Promise<DeviceState> {
    return this.#send(deviceStatesCalls.get, params, options);
  }

  /**
   * Set the state of a device, creating it if need be.
   *
   * The state is in force when the answer is sent, drives dialplan hints that name the device, and survives a
   * restart. Applications subscribed to the device, or to all devices, get DeviceStateChanged.
   *
   * `PUT /deviceStates/{deviceName}`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `deviceState` is missing or is not one of the states that can be set.
   * - 404: Nothing follows the prefix `Stasis:` in the name.
   * - 409: The name does not begin with `Stasis:`, so the device is not controlled by this interface.
   */
  update(params: DeviceStatesUpdateRequest, options?: CommandOptions): Promise<void> {
    return this.#send(deviceStatesCalls.update, params, options);
  }

  /**
   * Remove a device state.
   *
   * From then on the device reads as `UNKNOWN` and is no longer listed. No DeviceStateChanged is sent.
   *
   * `DELETE /deviceStates/{deviceName}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: Nothing follows the prefix `Stasis:` in the name.
   * - 409: The name does not begin with `Stasis:`, so the device is not controlled by this interface.
   */
  delete(params: DeviceStatesDeleteRequest, options?: CommandOptions): Promise<void> {
    return this.#send(deviceStatesCalls.delete, params, options);
  }
}

export type MailboxesListRequest = MailboxesListParams;
export type MailboxesGetRequest = MailboxesGetParams;
export type MailboxesUpdateRequest = MailboxesUpdateParams;
export type MailboxesDeleteRequest = MailboxesDeleteParams;

const mailboxesCalls = {
  list: { operation: 'mailboxes.list', method: 'GET', path: '/mailboxes', answer: json<readonly Mailbox[]>() },
  get: { operation: 'mailboxes.get', method: 'GET', path: '/mailboxes/{mailboxName}', answer: json<Mailbox>() },
  update: {
    operation: 'mailboxes.update',
    method: 'PUT',
    path: '/mailboxes/{mailboxName}',
    body: ['oldMessages', 'newMessages'],
    answer: nothing,
  },
  delete: { operation: 'mailboxes.delete', method: 'DELETE', path: '/mailboxes/{mailboxName}', answer: nothing },
} as const satisfies Record<string, Call<unknown>>;

/**
 * Message counts of mailboxes kept outside the server, for message-waiting lamps.
 *
 * @since 1.1.0
 */
export class MailboxesClient {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * List the mailboxes.
   *
   * Mailboxes hold message counts of an external voicemail system; no messages are stored here. The external
   * message-waiting module has to be loaded: without it, the paths of this resource do not exist.
   *
   * `GET /mailboxes`
   */
  list(params: MailboxesListRequest = {}, options?: RequestOptions): Promise<readonly Mailbox[]> {
    return this.#send(mailboxesCalls.list, params, options);
  }

  /**
   * Get one mailbox.
   *
   * `GET /mailboxes/{mailboxName}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: There is no mailbox of that name.
   */
  get(params: MailboxesGetRequest, options?: RequestOptions): Promise<Mailbox> {
    return this.#send(mailboxesCalls.get, params, options);
  }

  /**
   * Set the message counts of a mailbox, creating it if need be.
   *
   * The counts are stored, survive a restart and are passed on to the devices that watch the mailbox, which switch
   * their message-waiting indication accordingly.
   *
   * `PUT /mailboxes/{mailboxName}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: Reserved: known to clients of older descriptions; the server does not send it.
   */
  update(params: MailboxesUpdateRequest, options?: CommandOptions): Promise<void> {
    return this.#send(mailboxesCalls.update, params, options);
  }

  /**
   * Delete a mailbox.
   *
   * Counts of zero are passed on first, so that devices watching the mailbox switch off their message-waiting
   * indication.
   *
   * `DELETE /mailboxes/{mailboxName}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: There is no mailbox of that name.
   */
  delete(params: MailboxesDeleteRequest, options?: CommandOptions): Promise<void> {
    return this.#send(mailboxesCalls.delete, params, options);
  }
}

export type EventsUserEventRequest = EventsUserEventParams;
export type EventsClaimChannelRequest = EventsClaimChannelParams;

const eventsCalls = {
  userEvent: {
    operation: 'events.userEvent',
    method: 'POST',
    path: '/events/user/{eventName}',
    body: ['application', 'source', 'variables'],
    answer: nothing,
  },
  claimChannel: {
    operation: 'events.claimChannel',
    method: 'POST',
    path: '/events/claim',
    body: ['channelId', 'application'],
    answer: nothing,
  },
} as const satisfies Record<string, Call<unknown>>;

/**
 * The websocket on which events arrive, events of your own, and claiming broadcast calls.
 *
 * @since 1.0.0
 */
export class EventsClient {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Send a user event to an application.
   *
   * Raises `ChannelUserevent` for the named application only; other applications do not get it, whatever their
   * subscriptions. Each source adds a snapshot of its object to the event. When several sources are of the same
   * kind, the last one is shown.
   *
   * `POST /events/user/{eventName}`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `application` is missing, a source has an unknown scheme (`deviceState:` included), or `variables` is
   *   not an object.
   * - 404: No application of that name exists.
   * - 422: A source names a channel, bridge or endpoint that does not exist.
   *
   * @since 1.3.0
   */
  userEvent(params: EventsUserEventRequest, options?: CommandOptions): Promise<void> {
    return this.#send(eventsCalls.userEvent, params, options);
  }

  /**
   * Claim a channel that is being broadcast.
   *
   * Answers a `CallBroadcast`: the first claim wins and the channel enters the claiming application, which then
   * gets `StasisStart` with the arguments of the broadcast. Every application that got the `CallBroadcast` is told
   * the winner by `CallClaimed`, unless the broadcast was started with `notify_claimed=no`. Whether the application
   * is registered or matches the filter of the broadcast is not checked: a claim for one that is not connected
   * wins, but entering it fails and the dialplan goes on with `STASISSTATUS` set to `FAILED`. Lost claims are
   * normal; treat 409 and 404 as "someone else has it".
   *
   * `POST /events/claim`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `channelId` or `application` is missing.
   * - 404: The channel is not being broadcast: it is unknown, was never broadcast, or its broadcast and the
   *   application session that followed are over.
   * - 409: The claim came too late: another claim (even by the same application) has won, or the broadcast has
   *   timed out. Answered until the application session of the channel ends.
   *
   * @since 2.0.0
   */
  claimChannel(params: EventsClaimChannelRequest, options?: CommandOptions): Promise<void> {
    return this.#send(eventsCalls.claimChannel, params, options);
  }
}

export type ApplicationsListRequest = ApplicationsListParams;
export type ApplicationsGetRequest = ApplicationsGetParams;
export type ApplicationsSubscribeRequest = ApplicationsSubscribeParams;
export type ApplicationsUnsubscribeRequest = ApplicationsUnsubscribeParams;
export type ApplicationsFilterRequest = ApplicationsFilterParams;

const applicationsCalls = {
  list: {
    operation: 'applications.list',
    method: 'GET',
    path: '/applications',
    answer: json<readonly Application[]>(),
  },
  get: {
    operation: 'applications.get',
    method: 'GET',
    path: '/applications/{applicationName}',
    answer: json<Application>(),
  },
  subscribe: {
    operation: 'applications.subscribe',
    method: 'POST',
    path: '/applications/{applicationName}/subscription',
    body: ['eventSource'],
    answer: json<Application>(),
  },
  unsubscribe: {
    operation: 'applications.unsubscribe',
    method: 'DELETE',
    path: '/applications/{applicationName}/subscription',
    query: ['eventSource'],
    answer: json<Application>(),
  },
  filter: {
    operation: 'applications.filter',
    method: 'PUT',
    path: '/applications/{applicationName}/eventFilter',
    wholeBody: 'filter',
    answer: json<Application>(),
  },
} as const satisfies Record<string, Call<unknown>>;

/**
 * Connected applications: what they are subscribed to and which events they want.
 *
 * @since 1.0.0
 */
export class ApplicationsClient {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * List the applications.
   *
   * An application comes into being when a websocket names it. It outlives its websocket while it still has
   * channels or subscriptions to channels, bridges or endpoints; it is then listed but receives nothing, and events
   * of that time are lost.
   *
   * `GET /applications`
   */
  list(params: ApplicationsListRequest = {}, options?: RequestOptions): Promise<readonly Application[]> {
    return this.#send(applicationsCalls.list, params, options);
  }

  /**
   * Get one application.
   *
   * `GET /applications/{applicationName}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: No application of that name exists: no websocket serves it and nothing keeps it alive.
   */
  get(params: ApplicationsGetRequest, options?: RequestOptions): Promise<Application> {
    return this.#send(applicationsCalls.get, params, options);
  }

  /**
   * Subscribe an application to event sources.
   *
   * Takes effect before the answer is sent. A list is all or nothing: when one source is refused, none takes
   * effect. Subscriptions to channels, bridges and endpoints are counted, so each one needs its own unsubscribe;
   * those to device states are not. They end by themselves when the object ends. However many subscriptions match,
   * an application gets each event once.
   *
   * `POST /applications/{applicationName}/subscription`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `eventSource` is missing, or a source has no scheme or an unknown one.
   * - 404: No application of that name exists: no websocket serves it and nothing keeps it alive.
   * - 422: A channel, bridge, endpoint or technology named as a source does not exist. Device names are not
   *   checked.
   */
  subscribe(params: ApplicationsSubscribeRequest, options?: CommandOptions): Promise<Application> {
    return this.#send(applicationsCalls.subscribe, params, options);
  }

  /**
   * Unsubscribe an application from event sources.
   *
   * Takes back one subscription per source; a channel, bridge or endpoint subscribed to several times goes on
   * sending events until the last one is taken back. A list is all or nothing: when one source is refused, none is
   * taken back.
   *
   * `DELETE /applications/{applicationName}/subscription`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `eventSource` is missing, or a source has no scheme or an unknown one.
   * - 404: No application of that name exists: no websocket serves it and nothing keeps it alive.
   * - 409: Reserved: known to clients of older descriptions; the server does not send it.
   * - 422: The application holds no such subscription. A single object that is covered only by a subscription to
   *   its whole kind counts as not subscribed.
   */
  unsubscribe(params: ApplicationsUnsubscribeRequest, options?: CommandOptions): Promise<Application> {
    return this.#send(applicationsCalls.unsubscribe, params, options);
  }

  /**
   * Set the event filter of an application.
   *
   * Each list given replaces the former one; a list left out stays as it is. No body, or `{}`, clears both. An
   * event is sent when its type is not in `disallowed` and `allowed` is empty or contains it. RESTResponse is never
   * held back, whereas ApplicationReplaced is filtered like any other event. The filter takes effect before the
   * answer is sent and lasts as long as the application; a new websocket of the same name keeps it.
   *
   * `PUT /applications/{applicationName}/eventFilter`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `allowed` or `disallowed` is not an array, or an entry is not an object with a non-empty text in
   *   `type`. The former filter stays.
   * - 404: No application of that name exists: no websocket serves it and nothing keeps it alive.
   *
   * @since 2.0.0
   */
  filter(params: ApplicationsFilterRequest, options?: CommandOptions): Promise<Application> {
    return this.#send(applicationsCalls.filter, params, options);
  }
}

export type PhonesListRequest = PhonesListParams;
export type PhonesGetRequest = PhonesGetParams;
export type PhonesUpdateRequest = PhonesUpdateParams;
export type PhonesDeleteRequest = PhonesDeleteParams;
export type PhonesCallRequest = PhonesCallParams;
export type PhonesActRequest = PhonesActParams;

const phonesCalls = {
  list: { operation: 'phones.list', method: 'GET', path: '/phones', answer: json<readonly Phone[]>() },
  get: { operation: 'phones.get', method: 'GET', path: '/phones/{phoneName}', answer: json<Phone>() },
  update: {
    operation: 'phones.update',
    method: 'PUT',
    path: '/phones/{phoneName}',
    body: ['onCall', 'callerId', 'context'],
    answer: json<Phone>(),
  },
  delete: { operation: 'phones.delete', method: 'DELETE', path: '/phones/{phoneName}', answer: nothing },
  call: {
    operation: 'phones.call',
    method: 'POST',
    path: '/phones/{phoneName}/call',
    body: ['extension', 'context', 'callerId', 'variables', 'script'],
    answer: json<PhoneCall>(),
  },
  act: {
    operation: 'phones.act',
    method: 'POST',
    path: '/phones/{phoneName}/act',
    body: ['script', 'channelId'],
    answer: nothing,
  },
} as const satisfies Record<string, Call<unknown>>;

/**
 * Simulated phones, for trying and testing: what they do when they are called, and the calls they place.
 *
 * @since 2.1.0
 */
export class PhonesClient {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * List the simulated phones.
   *
   * Simulated phones exist only inside the server; they are for trying and testing. They come from sections of
   * phones.conf with `kind = simulated`, and from PUT.
   *
   * `GET /phones`
   */
  list(params: PhonesListRequest = {}, options?: RequestOptions): Promise<readonly Phone[]> {
    return this.#send(phonesCalls.list, params, options);
  }

  /**
   * Get one simulated phone.
   *
   * `GET /phones/{phoneName}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: There is no phone of that name.
   */
  get(params: PhonesGetRequest, options?: RequestOptions): Promise<Phone> {
    return this.#send(phonesCalls.get, params, options);
  }

  /**
   * Change a simulated phone, creating it if need be.
   *
   * A phone that is created here is gone when the server stops. Its endpoint is `Phone/<name>`.
   *
   * `PUT /phones/{phoneName}`
   *
   * Throws an `ApiFailure` with the status
   * - 400: The name has characters that a phone cannot have, or a step of `onCall` is not known or not allowed.
   */
  update(params: PhonesUpdateRequest, options?: CommandOptions): Promise<Phone> {
    return this.#send(phonesCalls.update, params, options);
  }

  /**
   * Remove a simulated phone.
   *
   * Its calls end. A phone of phones.conf comes back with the next reload.
   *
   * `DELETE /phones/{phoneName}`
   *
   * Throws an `ApiFailure` with the status
   * - 404: There is no phone of that name.
   */
  delete(params: PhonesDeleteRequest, options?: CommandOptions): Promise<void> {
    return this.#send(phonesCalls.delete, params, options);
  }

  /**
   * Let a phone call an extension.
   *
   * `POST /phones/{phoneName}/call`
   *
   * Throws an `ApiFailure` with the status
   * - 400: A step of `script` is not known, or its value is not allowed.
   * - 404: There is no phone of that name, or no such extension.
   * - 503: The server takes no more calls at present.
   */
  call(params: PhonesCallRequest, options?: CommandOptions): Promise<PhoneCall> {
    return this.#send(phonesCalls.call, params, options);
  }

  /**
   * Let a phone do something in a call.
   *
   * The steps begin at once, besides what an earlier script may still be doing. The answer does not wait for their
   * end.
   *
   * `POST /phones/{phoneName}/act`
   *
   * Throws an `ApiFailure` with the status
   * - 400: `script` has no step, a step of it is not known, or its value is not allowed.
   * - 404: There is no phone of that name, or it has no such call.
   */
  act(params: PhonesActRequest, options?: CommandOptions): Promise<void> {
    return this.#send(phonesCalls.act, params, options);
  }
}

export type ClusterGetRequest = ClusterGetParams;
export type ClusterDrainRequest = WithDefaults<ClusterDrainParams, 'timeout'>;

const clusterCalls = {
  get: { operation: 'cluster.get', method: 'GET', path: '/cluster', answer: json<Cluster>() },
  drain: {
    operation: 'cluster.drain',
    method: 'POST',
    path: '/cluster/nodes/{nodeId}/drain',
    body: ['timeout'],
    answer: nothing,
  },
} as const satisfies Record<string, Call<unknown>>;

/**
 * The nodes of a cluster: which there are and how they are, and taking one of them out.
 *
 * @since 2.1.0
 */
export class ClusterClient {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Get the nodes of the cluster.
   *
   * As seen from the node that is asked. A server that is alone is shown as the only node.
   *
   * `GET /cluster`
   */
  get(params: ClusterGetRequest = {}, options?: RequestOptions): Promise<Cluster> {
    return this.#send(clusterCalls.get, params, options);
  }

  /**
   * Let a node finish its calls and stop.
   *
   * The node takes no new calls: it is not ready any more, refuses calls of phones with 503, and passes requests
   * for new calls on to other nodes. When its last channel has ended, the process ends. A node that drains already
   * goes on draining.
   *
   * `POST /cluster/nodes/{nodeId}/drain`
   *
   * Throws an `ApiFailure` with the status
   * - 404: There is no living node of that id.
   */
  drain(params: ClusterDrainRequest, options?: CommandOptions): Promise<void> {
    return this.#send(clusterCalls.drain, params, options);
  }
}

/** Every operation of the interface, resource by resource. */
export interface Resources {
  /** The server itself: information, ping, modules, log channels, configuration objects and global variables. */
  readonly server: ServerClient;
  /** What can be called: endpoints of each channel technology, with text messages and refer. */
  readonly endpoints: EndpointsClient;
  /** Channels: originate, answer, control, record and end the legs of calls. */
  readonly channels: ChannelsClient;
  /** Bridges: join channels, play and record to all of them, choose the video source. */
  readonly bridges: BridgesClient;
  /** Recordings in progress and recordings on disk. */
  readonly recordings: RecordingsClient;
  /** The prompts that can be played, by language and format. */
  readonly sounds: SoundsClient;
  /** Media that is playing: look at it, pause it, move in it, stop it. */
  readonly playbacks: PlaybacksClient;
  /** States of devices, and the custom devices an application keeps itself. */
  readonly deviceStates: DeviceStatesClient;
  /** Message counts of mailboxes kept outside the server, for message-waiting lamps. */
  readonly mailboxes: MailboxesClient;
  /** The websocket on which events arrive, events of your own, and claiming broadcast calls. */
  readonly events: EventsClient;
  /** Connected applications: what they are subscribed to and which events they want. */
  readonly applications: ApplicationsClient;
  /** Simulated phones, for trying and testing: what they do when they are called, and the calls they place. */
  readonly phones: PhonesClient;
  /** The nodes of a cluster: which there are and how they are, and taking one of them out. */
  readonly cluster: ClusterClient;
}

/** The operations over any way to the server. */
export function resourcesOver(transport: Transport): Resources {
  const send = sendOver(transport);
  return {
    server: new ServerClient(send),
    endpoints: new EndpointsClient(send),
    channels: new ChannelsClient(send),
    bridges: new BridgesClient(send),
    recordings: new RecordingsClient(send),
    sounds: new SoundsClient(send),
    playbacks: new PlaybacksClient(send),
    deviceStates: new DeviceStatesClient(send),
    mailboxes: new MailboxesClient(send),
    events: new EventsClient(send),
    applications: new ApplicationsClient(send),
    phones: new PhonesClient(send),
    cluster: new ClusterClient(send),
  };
}

/** A client for requests only. */
export type RestClient = Resources & {
  /** Closes every connection and ends what is under way. */
  readonly close: () => Promise<void>;
};

/** A client that sends its requests over HTTP and receives no events. Connections are made as they are needed. */
export function createClient(options: AccessOptions): RestClient {
  const transport = new HttpTransport(accessFrom(options));
  return { ...resourcesOver(repeatingCommands(transport, options)), close: () => transport.close() };
}

export type EventsEventWebsocketRequest = WithDefaults<
  EventsEventWebsocketParams,
  'subscribeAll' | 'resume' | 'shared'
>;

const eventSocket = {
  call: {
    operation: 'events.eventWebsocket',
    method: 'GET',
    path: '/events',
    query: ['app', 'subscribeAll', 'resume', 'lastSequence', 'shared', 'socketId'],
    answer: nothing,
  },
  protocol: 'ari',
  eventTypes,
} as const;

/** A client for requests and events. */
export type Client = Resources & EventClient<Event>;

/**
 * Opens the event socket and returns a client once it is open. Listeners added before the next turn of the event loop
 * miss nothing. The first connection is tried once; when it is lost later it is opened again, until the client is closed
 * or the server refuses it, as it does with a password that is no longer valid: `client.connection` tells about that.
 * With `shared`, requests over HTTP are made on behalf of its socket, too: it has the calls that they make.
 * With `resume` it then receives what it has missed.
 */
export async function connect(options: ConnectOptions): Promise<Client> {
  const { apps: app, subscribeAll = false, resume = false, shared = false } = options;
  const socketId = shared ? (options.socketId ?? globalThis.crypto.randomUUID()) : undefined;
  const params = (lastSequence: readonly string[]): EventsEventWebsocketRequest => ({
    app,
    subscribeAll,
    ...(resume ? { resume, lastSequence } : {}),
    ...(socketId === undefined ? {} : { shared, socketId }),
  });
  const session = await openSession<Event>(options, { ...eventSocket, params, socketId });
  return { ...resourcesOver(session.transport), ...session.client() };
}
