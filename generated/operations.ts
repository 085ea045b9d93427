// Generated from api-docs/ by codegen/emit/operations.ts. Do not edit; run: npm run generate
import type { BinaryBody, Handler, NoParams, Refusal, Reply } from '../src/contract/handler';
import type { JsonObject, JsonValue } from '../src/contract/json';
import type {
  Application,
  AsteriskInfo,
  AsteriskPing,
  Bridge,
  Channel,
  ConfigTuple,
  DeviceState,
  Endpoint,
  LiveRecording,
  LogChannel,
  Mailbox,
  Module,
  Playback,
  RTPstat,
  Sound,
  StoredRecording,
  Variable,
  Variables,
} from './models';

/** What `server.getObject` takes. */
export interface ServerGetObjectParams {
  /** Name of the module the object belongs to, for example `res_ari` or `res_websocket_client`. */
  readonly configClass: string;
  /**
   * Type of the object within its class, for example `user` in `res_ari` or `websocket_client` in
   * `res_websocket_client`. Hyphens count as underscores: `outbound-websocket` and `outbound_websocket` are the
   * same.
   */
  readonly objectType: string;
  /** Id of the object; for objects from a configuration file this is the section name. Case-sensitive. */
  readonly id: string;
}

/**
 * What `server.getObject` may answer:
 * - 200: All fields of the object.
 * - 404: The class, the type within the class, or the object is unknown; the message says which of the three.
 */
export type ServerGetObjectReply = Reply<200, readonly ConfigTuple[]> | Refusal<404>;

/** What `server.updateObject` takes. */
export interface ServerUpdateObjectParams {
  /** Name of the module the object belongs to, for example `res_ari` or `res_websocket_client`. */
  readonly configClass: string;
  /**
   * Type of the object within its class, for example `user` in `res_ari` or `websocket_client` in
   * `res_websocket_client`. Hyphens count as underscores: `outbound-websocket` and `outbound_websocket` are the
   * same.
   */
  readonly objectType: string;
  /** Id of the object to change, or of the object to create when there is none yet. Case-sensitive. */
  readonly id: string;
  /**
   * Fields to set, sent as the member `fields` of the JSON body:
   * `{"fields":[{"attribute":"read_only","value":"yes"}]}`. May be left out when creating an object that needs no
   * more than its defaults; an existing object needs it. A list sent as the whole body, without the member
   * `fields`, is not read.
   *
   * Up to 1024 values.
   */
  readonly fields?: readonly ConfigTuple[];
}

/**
 * What `server.updateObject` may answer:
 * - 200: All fields of the object as it is now stored.
 * - 400: The object exists and `fields` is missing; or a field is unknown, malformed or has a value that is not
 *   allowed; or a mandatory field of a new object is missing. Nothing is changed.
 * - 403: The storage behind this type does not allow the object to be created or changed.
 * - 404: The class, or the type within the class, is unknown. An unknown id is no error: it is created.
 */
export type ServerUpdateObjectReply = Reply<200, readonly ConfigTuple[]> | Refusal<400 | 403 | 404>;

/** What `server.deleteObject` takes. */
export interface ServerDeleteObjectParams {
  /** Name of the module the object belongs to, for example `res_ari` or `res_websocket_client`. */
  readonly configClass: string;
  /**
   * Type of the object within its class, for example `user` in `res_ari` or `websocket_client` in
   * `res_websocket_client`. Hyphens count as underscores: `outbound-websocket` and `outbound_websocket` are the
   * same.
   */
  readonly objectType: string;
  /** Id of the object; for objects from a configuration file this is the section name. Case-sensitive. */
  readonly id: string;
}

/**
 * What `server.deleteObject` may answer:
 * - 204: The object is gone from its storage.
 * - 403: The storage behind this object does not allow deletion, as with objects read from a configuration file.
 * - 404: The class, the type within the class, or the object is unknown; the message says which of the three.
 */
export type ServerDeleteObjectReply = Reply<204> | Refusal<403 | 404>;

/** What `server.getInfo` takes. */
export interface ServerGetInfoParams {
  /**
   * Sections wanted: `build`, `system`, `config`, `status`, in any case; several may be given, for example
   * `system,status`. Default: all. Any other name is refused with 400.
   */
  readonly only?: readonly ('build' | 'system' | 'config' | 'status')[];
}

/**
 * What `server.getInfo` may answer:
 * - 200: The sections asked for, each as a member of its own.
 */
export type ServerGetInfoReply = Reply<200, AsteriskInfo>;

/** What `server.ping` takes. */
export type ServerPingParams = NoParams;

/**
 * What `server.ping` may answer:
 * - 200: The server is up and the credentials are valid.
 */
export type ServerPingReply = Reply<200, AsteriskPing>;

/** What `server.listModules` takes. */
export type ServerListModulesParams = NoParams;

/**
 * What `server.listModules` may answer:
 * - 200: All modules with their status and use counts.
 */
export type ServerListModulesReply = Reply<200, readonly Module[]>;

/** What `server.getModule` takes. */
export interface ServerGetModuleParams {
  /** Name of the module, with or without the ending `.so`: `pbx_config.so` and `pbx_config` are the same. */
  readonly moduleName: string;
}

/**
 * What `server.getModule` may answer:
 * - 200: The module, running or not.
 * - 404: No module of that name is loaded.
 * - 409: Reserved: known to clients of older descriptions; the server does not send it.
 */
export type ServerGetModuleReply = Reply<200, Module> | Refusal<404 | 409>;

/** What `server.loadModule` takes. */
export interface ServerLoadModuleParams {
  /** Name of the module, with or without the ending `.so`: `pbx_config.so` and `pbx_config` are the same. */
  readonly moduleName: string;
}

/**
 * What `server.loadModule` may answer:
 * - 204: The module is loaded and running.
 * - 409: The module is already loaded; or there is none of that name; or it declined to start or failed while
 *   starting. The message tells which.
 */
export type ServerLoadModuleReply = Reply<204> | Refusal<409>;

/** What `server.unloadModule` takes. */
export interface ServerUnloadModuleParams {
  /** Name of the module, with or without the ending `.so`: `pbx_config.so` and `pbx_config` are the same. */
  readonly moduleName: string;
}

/**
 * What `server.unloadModule` may answer:
 * - 204: The module is unloaded.
 * - 404: No module of that name is loaded.
 * - 409: The module is in use, or cannot be unloaded while the server runs.
 */
export type ServerUnloadModuleReply = Reply<204> | Refusal<404 | 409>;

/** What `server.reloadModule` takes. */
export interface ServerReloadModuleParams {
  /** Name of the module, with or without the ending `.so`: `pbx_config.so` and `pbx_config` are the same. */
  readonly moduleName: string;
}

/**
 * What `server.reloadModule` may answer:
 * - 204: The module has read its configuration again.
 * - 404: No module of that name is loaded.
 * - 409: The module does not support reloading, has not finished starting, another reload is running, or the
 *   reload failed. The message tells which.
 */
export type ServerReloadModuleReply = Reply<204> | Refusal<404 | 409>;

/** What `server.listLogChannels` takes. */
export type ServerListLogChannelsParams = NoParams;

/**
 * What `server.listLogChannels` may answer:
 * - 200: All log channels.
 */
export type ServerListLogChannelsReply = Reply<200, readonly LogChannel[]>;

/** What `server.addLog` takes. */
export interface ServerAddLogParams {
  /** Name of the new log channel: a file name relative to the log directory, for example `calls-debug`. */
  readonly logChannelName: string;
  /**
   * Levels to log, separated by commas, for example `notice,warning,error`. Known are `debug`, `trace`, `notice`,
   * `warning`, `error`, `verbose` (or `verbose(3)` for messages up to that depth), `dtmf`, `fax`, `security`, `cc`
   * and the custom levels of the logger configuration; `*` means all of them. A format may precede the list:
   * `[default]`, `[plain]` or `[json]`, as in `[json]warning,error`.
   */
  readonly configuration: string;
}

/**
 * What `server.addLog` may answer:
 * - 204: The log channel exists and is enabled.
 * - 400: `configuration` is missing or empty, or names an unknown level.
 * - 409: There is a log channel of that name already.
 */
export type ServerAddLogReply = Reply<204> | Refusal<400 | 409>;

/** What `server.deleteLog` takes. */
export interface ServerDeleteLogParams {
  /**
   * Name under which the log channel was added, or its full path as the list shows it in `channel`, with each `/`
   * written as `%2F`.
   */
  readonly logChannelName: string;
}

/**
 * What `server.deleteLog` may answer:
 * - 204: The log channel is gone.
 * - 404: There is no such log channel, or it comes from the configuration and not from this interface.
 */
export type ServerDeleteLogReply = Reply<204> | Refusal<404>;

/** What `server.rotateLog` takes. */
export interface ServerRotateLogParams {
  /** Name of a log channel of type `File`, relative to the log directory. */
  readonly logChannelName: string;
}

/**
 * What `server.rotateLog` may answer:
 * - 204: The file is rotated and logging goes on.
 * - 404: There is no file log channel of that name.
 */
export type ServerRotateLogReply = Reply<204> | Refusal<404>;

/** What `server.getGlobalVar` takes. */
export interface ServerGetGlobalVarParams {
  /** Name of the variable, without `${}`. Case-sensitive. */
  readonly variable: string;
}

/**
 * What `server.getGlobalVar` may answer:
 * - 200: The value; empty when the variable is not set.
 * - 400: `variable` is missing or empty.
 */
export type ServerGetGlobalVarReply = Reply<200, Variable> | Refusal<400>;

/** What `server.setGlobalVar` takes. */
export interface ServerSetGlobalVarParams {
  /**
   * Name of the variable, without `${}`, for example `GREETING`. A dialplan function that can be written without a
   * channel is accepted too, for example `GLOBAL(GREETING)` or `DEVICE_STATE(Custom:lamp)`. Case-sensitive.
   */
  readonly variable: string;
  /**
   * New value, taken as it is. When it is left out, the variable is removed and reads as empty from then on.
   *
   * Up to 65536 characters.
   */
  readonly value?: string;
}

/**
 * What `server.setGlobalVar` may answer:
 * - 204: The variable is set, or removed when no `value` was given.
 * - 400: `variable` is missing or empty, names a function that is unknown or cannot be written without a channel,
 *   or the function does not take this value.
 * - 403: `variable` names a dangerous function (`SHELL`, `FILE`, `DB`, `CURL` and the like) that the
 *   configuration does not allow over REST. Nothing is written.
 */
export type ServerSetGlobalVarReply = Reply<204> | Refusal<400 | 403>;

/**
 * The server itself: information, ping, modules, log channels, configuration objects and global variables.
 *
 * @since 1.0.0
 */
export interface ServerOperations {
  /**
   * Read a dynamic configuration object.
   *
   * The answer lists every field of the object with its present value, defaults included, in no particular order.
   * Secrets are write-only: one that is set is shown as `********`, to everybody. The same operation is served
   * under `/server/config/dynamic/{configClass}/{objectType}/{id}`.
   *
   * `GET /server/{configClass}/{objectType}/{id}`
   *
   * @since 1.7.0
   */
  readonly getObject: Handler<ServerGetObjectParams, ServerGetObjectReply>;
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
   * @since 1.7.0
   */
  readonly updateObject: Handler<ServerUpdateObjectParams, ServerUpdateObjectReply>;
  /**
   * Delete a dynamic configuration object.
   *
   * The object is removed from its storage before the answer is sent. The same operation is served under
   * `/server/config/dynamic/{configClass}/{objectType}/{id}`.
   *
   * `DELETE /server/{configClass}/{objectType}/{id}`
   *
   * @since 1.7.0
   */
  readonly deleteObject: Handler<ServerDeleteObjectParams, ServerDeleteObjectReply>;
  /**
   * Get facts about the server.
   *
   * Without `only`, all four sections are sent.
   *
   * `GET /server/info`
   */
  readonly getInfo: Handler<ServerGetInfoParams, ServerGetInfoReply>;
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
  readonly ping: Handler<ServerPingParams, ServerPingReply>;
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
  readonly listModules: Handler<ServerListModulesParams, ServerListModulesReply>;
  /**
   * Get one module.
   *
   * `GET /server/modules/{moduleName}`
   *
   * @since 1.7.0
   */
  readonly getModule: Handler<ServerGetModuleParams, ServerGetModuleReply>;
  /**
   * Load a module.
   *
   * The answer comes when the module has started. A module listed as `Not Running` counts as loaded: unload it
   * before trying again.
   *
   * `POST /server/modules/{moduleName}`
   *
   * @since 1.7.0
   */
  readonly loadModule: Handler<ServerLoadModuleParams, ServerLoadModuleReply>;
  /**
   * Unload a module.
   *
   * What the module provided disappears with it: paths of a resource whose module is unloaded answer 404 until it
   * is loaded again. The answer comes when the module has stopped.
   *
   * `DELETE /server/modules/{moduleName}`
   *
   * @since 1.7.0
   */
  readonly unloadModule: Handler<ServerUnloadModuleParams, ServerUnloadModuleReply>;
  /**
   * Reload the configuration of a module.
   *
   * The module keeps running and reads its configuration again; calls in progress go on. Reloading `pbx_config.so`,
   * for instance, replaces the dialplan: each running channel finishes its present step and finds the next one in
   * the new plan.
   *
   * `PUT /server/modules/{moduleName}`
   *
   * @since 1.7.0
   */
  readonly reloadModule: Handler<ServerReloadModuleParams, ServerReloadModuleReply>;
  /**
   * List the log channels.
   *
   * Both the log channels from the configuration and those added at run time are listed.
   *
   * `GET /server/logging`
   *
   * @since 1.7.0
   */
  readonly listLogChannels: Handler<ServerListLogChannelsParams, ServerListLogChannelsReply>;
  /**
   * Create a log channel.
   *
   * Logging to the new channel begins at once. It is not written to the configuration, so it is gone after a
   * restart.
   *
   * `POST /server/logging/{logChannelName}`
   *
   * @since 1.7.0
   */
  readonly addLog: Handler<ServerAddLogParams, ServerAddLogReply>;
  /**
   * Delete a log channel.
   *
   * Only channels added at run time can be deleted. Logging to the channel stops at once; the file stays.
   *
   * `DELETE /server/logging/{logChannelName}`
   *
   * @since 1.7.0
   */
  readonly deleteLog: Handler<ServerDeleteLogParams, ServerDeleteLogReply>;
  /**
   * Rotate a log file.
   *
   * The present file is renamed to `<name>.<n>`, or as the configured rotation strategy says, and logging goes on
   * in a new, empty file. Other log channels are not touched, those added at run time included.
   *
   * `PUT /server/logging/{logChannelName}/rotate`
   *
   * @since 1.7.0
   */
  readonly rotateLog: Handler<ServerRotateLogParams, ServerRotateLogReply>;
  /**
   * Get a global variable.
   *
   * A variable that is not set is no error: its value is the empty string. Built-in names such as `EPOCH` can be
   * read; dialplan functions are not evaluated here and give an empty value.
   *
   * `GET /server/variable`
   */
  readonly getGlobalVar: Handler<ServerGetGlobalVarParams, ServerGetGlobalVarReply>;
  /**
   * Set or remove a global variable.
   *
   * The value is in force when the answer is sent. Applications subscribed to all channels get a ChannelVarset
   * event that carries no channel.
   *
   * `POST /server/variable`
   */
  readonly setGlobalVar: Handler<ServerSetGlobalVarParams, ServerSetGlobalVarReply>;
}

/** What `endpoints.list` takes. */
export type EndpointsListParams = NoParams;

/**
 * What `endpoints.list` may answer:
 * - 200: The endpoints of all technologies. Empty when there is none.
 */
export type EndpointsListReply = Reply<200, readonly Endpoint[]>;

/** What `endpoints.sendMessage` takes. */
export interface EndpointsSendMessageParams {
  /**
   * Destination, with the technology in front of the first colon, for example `pjsip:alice` or
   * `pjsip:sip:bob@example.com`.
   */
  readonly to: string;
  /** Sender to show, written as the technology expects it, for example `sip:support@example.com`. */
  readonly from: string;
  /**
   * Text of the message. Default: empty.
   *
   * Up to 262144 characters.
   */
  readonly body?: string;
  /**
   * Further data for the technology to send along with the message, as an object of names and values in the member
   * `variables` of the JSON body: `{"variables":{"X-Ticket":"42"}}`. Numbers and booleans are taken as their text,
   * null as empty; an object with `value` stands for that value.
   */
  readonly variables?: JsonObject;
}

/**
 * What `endpoints.sendMessage` may answer:
 * - 202: The message is on its way.
 * - 400: `to` is missing or empty, or `from` is missing.
 * - 404: `to` names no technology that sends messages, the destination is unknown to it, or it refused the
 *   message.
 */
export type EndpointsSendMessageReply = Reply<202> | Refusal<400 | 404>;

/** What `endpoints.refer` takes. */
export interface EndpointsReferParams {
  /**
   * Who is to be referred, with the technology in front of the first colon, for example `pjsip:alice` or
   * `pjsip:sip:bob@example.com`.
   */
  readonly to: string;
  /** Who refers, written as the technology expects it, for example `sip:support@example.com`. */
  readonly from: string;
  /**
   * Where the endpoint is to go: a URI of its technology, for example `sip:carol@example.com`, or the name of
   * another endpoint.
   */
  readonly refer_to: string;
  /**
   * Matters when `refer_to` names an endpoint. `true`: the referred endpoint is sent to this server, which then
   * reaches the target. `false`, the default: it is sent straight to the contact address of the target.
   */
  readonly to_self: boolean;
  /**
   * Display name of the target. May also be given as `display_name` among the `variables`; this one counts if both
   * are.
   *
   * @since 2.1.0
   */
  readonly display_name?: string;
  /**
   * Further data for the technology to send along, as an object of names and values in the member `variables` of
   * the JSON body. The name `display_name` among them gives the display name of the target. Numbers and booleans
   * are taken as their text, null as empty; an object with `value` stands for that value.
   */
  readonly variables?: JsonObject;
}

/**
 * What `endpoints.refer` may answer:
 * - 202: The request is on its way.
 * - 400: `to` is missing or empty, `from` or `refer_to` is missing, or `to_self` is not a boolean.
 * - 404: `to` names no technology that can refer, the destination is unknown to it, or it refused the request.
 */
export type EndpointsReferReply = Reply<202> | Refusal<400 | 404>;

/** What `endpoints.listByTech` takes. */
export interface EndpointsListByTechParams {
  /** Name of the technology in its exact spelling, for example `PJSIP`. */
  readonly tech: string;
}

/**
 * What `endpoints.listByTech` may answer:
 * - 200: All endpoints of the technology.
 * - 404: The technology is unknown or has no endpoints.
 */
export type EndpointsListByTechReply = Reply<200, readonly Endpoint[]> | Refusal<404>;

/** What `endpoints.get` takes. */
export interface EndpointsGetParams {
  /** Technology of the endpoint, for example `PJSIP`, in any case. */
  readonly tech: string;
  /** Name of the endpoint within its technology, for example `alice`. */
  readonly resource: string;
}

/**
 * What `endpoints.get` may answer:
 * - 200: The endpoint with its state and channels.
 * - 400: Reserved: known to clients of older descriptions; the server does not send it.
 * - 404: There is no such endpoint.
 */
export type EndpointsGetReply = Reply<200, Endpoint> | Refusal<400 | 404>;

/** What `endpoints.sendMessageToEndpoint` takes. */
export interface EndpointsSendMessageToEndpointParams {
  /** Technology of the endpoint, for example `PJSIP`, in any case. */
  readonly tech: string;
  /** Name of the endpoint within its technology, for example `alice`. */
  readonly resource: string;
  /** Sender to show, written as the technology expects it, for example `sip:support@example.com`. */
  readonly from: string;
  /**
   * Text of the message. Default: empty.
   *
   * Up to 262144 characters.
   */
  readonly body?: string;
  /**
   * Further data for the technology to send along with the message, as an object of names and values in the member
   * `variables` of the JSON body: `{"variables":{"X-Ticket":"42"}}`. Numbers and booleans are taken as their text,
   * null as empty; an object with `value` stands for that value.
   */
  readonly variables?: JsonObject;
}

/**
 * What `endpoints.sendMessageToEndpoint` may answer:
 * - 202: The message is on its way.
 * - 400: `from` is missing.
 * - 404: Either the endpoint does not exist, or its technology sends no messages or refused this one.
 */
export type EndpointsSendMessageToEndpointReply = Reply<202> | Refusal<400 | 404>;

/** What `endpoints.referToEndpoint` takes. */
export interface EndpointsReferToEndpointParams {
  /** Technology of the endpoint, for example `PJSIP`, in any case. */
  readonly tech: string;
  /** Name of the endpoint within its technology, for example `alice`. */
  readonly resource: string;
  /** Who refers, written as the technology expects it, for example `sip:support@example.com`. */
  readonly from: string;
  /**
   * Where the endpoint is to go: a URI of its technology, for example `sip:carol@example.com`, or the name of
   * another endpoint.
   */
  readonly refer_to: string;
  /**
   * Matters when `refer_to` names an endpoint. `true`: the referred endpoint is sent to this server, which then
   * reaches the target. `false`, the default: it is sent straight to the contact address of the target.
   */
  readonly to_self: boolean;
  /**
   * Display name of the target. May also be given as `display_name` among the `variables`; this one counts if both
   * are.
   *
   * @since 2.1.0
   */
  readonly display_name?: string;
  /**
   * Further data for the technology to send along, as an object of names and values in the member `variables` of
   * the JSON body. The name `display_name` among them gives the display name of the target. Numbers and booleans
   * are taken as their text, null as empty; an object with `value` stands for that value.
   */
  readonly variables?: JsonObject;
}

/**
 * What `endpoints.referToEndpoint` may answer:
 * - 202: The request is on its way.
 * - 400: `from` or `refer_to` is missing, or `to_self` is not a boolean.
 * - 404: Either the endpoint does not exist, or its technology cannot refer or refused the request.
 */
export type EndpointsReferToEndpointReply = Reply<202> | Refusal<400 | 404>;

/**
 * What can be called: endpoints of each channel technology, with text messages and refer.
 *
 * @since 1.0.0
 */
export interface EndpointsOperations {
  /**
   * List all endpoints.
   *
   * Technologies as such, which can be subscribed to, are not listed.
   *
   * `GET /endpoints`
   */
  readonly list: Handler<EndpointsListParams, EndpointsListReply>;
  /**
   * Send a text message to a destination.
   *
   * The message belongs to no call, and its recipient need not be a configured endpoint where the technology allows
   * any destination. The answer tells that the technology took the message over, not that it arrived.
   *
   * `PUT /endpoints/sendMessage`
   *
   * @since 1.5.0
   */
  readonly sendMessage: Handler<EndpointsSendMessageParams, EndpointsSendMessageReply>;
  /**
   * Refer a destination to another party.
   *
   * Asks the recipient, outside any call, to contact `refer_to`; with SIP this is an out-of-dialog REFER. The
   * answer tells that the request was handed to the technology; whether the recipient follows it is not reported.
   *
   * `POST /endpoints/refer`
   *
   * @since 2.0.0
   */
  readonly refer: Handler<EndpointsReferParams, EndpointsReferReply>;
  /**
   * List the endpoints of a technology.
   *
   * `GET /endpoints/{tech}`
   */
  readonly listByTech: Handler<EndpointsListByTechParams, EndpointsListByTechReply>;
  /**
   * Get one endpoint.
   *
   * `GET /endpoints/{tech}/{resource}`
   */
  readonly get: Handler<EndpointsGetParams, EndpointsGetReply>;
  /**
   * Send a text message to an endpoint.
   *
   * The message belongs to no call; its recipient is written as `<technology in lower case>:<resource>`. The answer
   * tells that the technology took the message over, not that it arrived.
   *
   * `PUT /endpoints/{tech}/{resource}/sendMessage`
   *
   * @since 1.5.0
   */
  readonly sendMessageToEndpoint: Handler<EndpointsSendMessageToEndpointParams, EndpointsSendMessageToEndpointReply>;
  /**
   * Refer an endpoint to another party.
   *
   * Asks the endpoint, outside any call, to contact `refer_to`; with SIP this is an out-of-dialog REFER. The answer
   * tells that the request was handed to the technology; whether the endpoint follows it is not reported.
   *
   * `POST /endpoints/{tech}/{resource}/refer`
   *
   * @since 2.0.0
   */
  readonly referToEndpoint: Handler<EndpointsReferToEndpointParams, EndpointsReferToEndpointReply>;
}

/** What `channels.list` takes. */
export type ChannelsListParams = NoParams;

/**
 * What `channels.list` may answer:
 * - 200: The channels that exist at this moment; an empty array if there are none.
 */
export type ChannelsListReply = Reply<200, readonly Channel[]>;

/** What `channels.originate` takes. */
export interface ChannelsOriginateParams {
  /** Whom to call, as `<technology>/<resource>`, split at the first slash: `PJSIP/alice`, `Local/100@default`. */
  readonly endpoint: string;
  /**
   * Dialplan extension at which the channel starts once the call is answered, for example `100`. Needed when `app`
   * is missing; excludes `app`.
   */
  readonly extension?: string;
  /**
   * Dialplan context of the extension. Defaults to `default`; excludes `app`. A context alone is not a target:
   * `extension` is needed too.
   */
  readonly context?: string;
  /** Priority within the extension. Defaults to 1, which `0` also means; a `label` overrides it. Excludes `app`. */
  readonly priority?: number;
  /**
   * Priority label within the extension at which to start. Takes precedence over `priority`, is looked up when the
   * request arrives, and counts as a priority when it is a number. Excludes `app`.
   *
   * @since 1.7.0
   */
  readonly label?: string;
  /**
   * Application that receives the channel once the call is answered. Excludes `context`, `extension`, `priority`
   * and `label`; either `app` or `extension` has to be given. If nobody has registered the application by the time
   * of the answer, the channel is hung up.
   */
  readonly app?: string;
  /**
   * Arguments handed to the application in `StasisStart`, separated by commas: `sales,de` arrives as
   * `["sales","de"]`. Without it the list of arguments is empty.
   *
   * Up to 16384 characters.
   */
  readonly appArgs?: string;
  /**
   * Caller id of the new channel, as `"Alice" <100>`, `Alice <100>`, `<100>`, a number alone or a name alone. It
   * fills both the caller and the connected line of the channel. Without it both stay empty unless an originator
   * supplies them.
   */
  readonly callerId?: string;
  /**
   * Seconds to wait for an answer before the call is given up. Default 30, which `0` also selects; `-1` waits
   * without limit. Other negative values are refused.
   */
  readonly timeout: number;
  /**
   * Object sent as member `variables` of the JSON body: names mapped to the values the new channel gets before it
   * is dialled. A value is either plain, `{"NAME": "text"}`, or extended, `{"NAME": {"value": "text",
   * "report_events": true}}`; `report_events` defaults to `false` and, when `true`, shows the variable in
   * `channelvars` of every later event of the channel. Numbers and booleans are stored as their text, `null` as an
   * empty value, other objects and arrays as their JSON text. Names may be dialplan functions, for example
   * `CALLERID(name)`; a leading `_` or `__` makes the variable inheritable and is not part of the stored name.
   * Without it no variables are set.
   *
   * @since 1.1.0
   */
  readonly variables?: JsonObject;
  /**
   * Id for the new channel, at most 149 characters, for example `call-42`. Without it the server generates one from
   * the time and a counter, such as `1763164731.7`.
   *
   * @since 1.2.0
   */
  readonly channelId?: string;
  /**
   * Id for the second half when the endpoint is a `Local` channel, which always comes as a pair; refused with 400
   * for technologies that make one channel. Without it the second half is called `<channelId>;2` if a channel id
   * was requested and gets a generated id otherwise.
   *
   * @since 1.2.0
   */
  readonly otherChannelId?: string;
  /**
   * Id or name of an existing channel on whose behalf the call is made. The new channel takes over its linked id,
   * tenant id, formats, language, account code, music class, redirecting data and inheritable variables, and shows
   * its caller id as the connected line. Cannot be combined with `formats`. Without it the new channel stands on
   * its own.
   *
   * @since 1.7.0
   */
  readonly originator?: string;
  /**
   * Comma-separated names of the media formats to offer, for example `ulaw,slin16`. Cannot be combined with
   * `originator`. With neither of the two, every audio format is offered and the channel technology chooses.
   *
   * @since 1.7.0
   */
  readonly formats?: string;
}

/**
 * What `channels.originate` may answer:
 * - 200: The channel as it is right after creation, normally in state `Down`; dialling has begun, the call is not
 *   yet answered.
 * - 400: `endpoint` is missing, lacks technology or resource, or names an unknown technology; neither `app` nor
 *   `extension` is given; `app` comes together with `context`, `extension`, `priority` or `label`; `appArgs` comes
 *   without `app`; `originator` is unknown or comes together with `formats`; a format is unknown; an id is longer
 *   than 149 characters; `otherChannelId` comes with an endpoint that has one channel; `label` is `0`; or a number
 *   is malformed or out of range.
 * - 404: The context and extension have no priority with this label.
 * - 409: A channel with the id `channelId` or `otherChannelId` exists, or the two are equal; nothing is created.
 */
export type ChannelsOriginateReply = Reply<200, Channel> | Refusal<400 | 404 | 409>;

/** What `channels.create` takes. */
export interface ChannelsCreateParams {
  /**
   * Whom to call, as `<technology>/<resource>`, split at the first slash: `PJSIP/alice`, `Local/100@default`. The
   * resource is kept for the later `dial`.
   */
  readonly endpoint: string;
  /** Application that receives the channel immediately. A missing or empty name is refused. */
  readonly app: string;
  /**
   * Arguments handed to the application in `StasisStart`, separated by commas: `sales,de` arrives as
   * `["sales","de"]`. Without it the list of arguments is empty.
   *
   * Up to 16384 characters.
   */
  readonly appArgs?: string;
  /**
   * Id for the new channel, at most 149 characters, for example `call-42`. Without it the server generates one from
   * the time and a counter, such as `1763164731.7`.
   */
  readonly channelId?: string;
  /**
   * Id for the second half when the endpoint is a `Local` channel, which always comes as a pair; refused with 400
   * for technologies that make one channel. Without it the second half is called `<channelId>;2` if a channel id
   * was requested and gets a generated id otherwise.
   */
  readonly otherChannelId?: string;
  /**
   * Id or name of an existing channel on whose behalf the new one is made; it supplies formats, linked id and
   * inheritable data, and the application is subscribed to it too. Cannot be combined with `formats`. An unknown
   * channel is ignored, unlike on originate.
   */
  readonly originator?: string;
  /**
   * Comma-separated names of the media formats to offer, for example `ulaw,slin16`. Cannot be combined with
   * `originator`. With neither of the two, every audio format is offered and the channel technology chooses.
   */
  readonly formats?: string;
  /**
   * Object sent as member `variables` of the JSON body: names mapped to the values the new channel gets when it is
   * created. A value is either plain, `{"NAME": "text"}`, or extended, `{"NAME": {"value": "text", "report_events":
   * true}}`; `report_events` defaults to `false` and, when `true`, shows the variable in `channelvars` of every
   * later event of the channel. Numbers and booleans are stored as their text, `null` as an empty value, other
   * objects and arrays as their JSON text. Names may be dialplan functions, for example `CALLERID(name)`; a leading
   * `_` or `__` makes the variable inheritable and is not part of the stored name. Without it no variables are set.
   */
  readonly variables?: JsonObject;
}

/**
 * What `channels.create` may answer:
 * - 200: The new channel, in state `Down`.
 * - 400: `endpoint` is missing, lacks technology or resource, or names an unknown technology; `app` is missing;
 *   `originator` comes together with `formats`; a format is unknown; an id is longer than 149 characters; or
 *   `otherChannelId` comes with an endpoint that has one channel.
 * - 409: A channel with the id `channelId` or `otherChannelId` exists, or the two are equal; nothing is created.
 */
export type ChannelsCreateReply = Reply<200, Channel> | Refusal<400 | 409>;

/** What `channels.get` takes. */
export interface ChannelsGetParams {
  /** Id of the channel. */
  readonly channelId: string;
}

/**
 * What `channels.get` may answer:
 * - 200: The channel as it is now.
 * - 404: No channel has this id.
 */
export type ChannelsGetReply = Reply<200, Channel> | Refusal<404>;

/** What `channels.originateWithId` takes. */
export interface ChannelsOriginateWithIdParams {
  /**
   * Id for the new channel, at most 149 characters, for example `call-42`. It must not be in use. The words
   * `create` and `externalMedia` lead to the operations of those names instead.
   */
  readonly channelId: string;
  /** Whom to call, as `<technology>/<resource>`, split at the first slash: `PJSIP/alice`, `Local/100@default`. */
  readonly endpoint: string;
  /**
   * Dialplan extension at which the channel starts once the call is answered, for example `100`. Needed when `app`
   * is missing; excludes `app`.
   */
  readonly extension?: string;
  /**
   * Dialplan context of the extension. Defaults to `default`; excludes `app`. A context alone is not a target:
   * `extension` is needed too.
   */
  readonly context?: string;
  /** Priority within the extension. Defaults to 1, which `0` also means; a `label` overrides it. Excludes `app`. */
  readonly priority?: number;
  /**
   * Priority label within the extension at which to start. Takes precedence over `priority`, is looked up when the
   * request arrives, and counts as a priority when it is a number. Excludes `app`.
   *
   * @since 1.7.0
   */
  readonly label?: string;
  /**
   * Application that receives the channel once the call is answered. Excludes `context`, `extension`, `priority`
   * and `label`; either `app` or `extension` has to be given. If nobody has registered the application by the time
   * of the answer, the channel is hung up.
   */
  readonly app?: string;
  /**
   * Arguments handed to the application in `StasisStart`, separated by commas: `sales,de` arrives as
   * `["sales","de"]`. Without it the list of arguments is empty.
   *
   * Up to 16384 characters.
   */
  readonly appArgs?: string;
  /**
   * Caller id of the new channel, as `"Alice" <100>`, `Alice <100>`, `<100>`, a number alone or a name alone. It
   * fills both the caller and the connected line of the channel. Without it both stay empty unless an originator
   * supplies them.
   */
  readonly callerId?: string;
  /**
   * Seconds to wait for an answer before the call is given up. Default 30, which `0` also selects; `-1` waits
   * without limit. Other negative values are refused.
   */
  readonly timeout: number;
  /**
   * Object sent as member `variables` of the JSON body: names mapped to the values the new channel gets before it
   * is dialled. A value is either plain, `{"NAME": "text"}`, or extended, `{"NAME": {"value": "text",
   * "report_events": true}}`; `report_events` defaults to `false` and, when `true`, shows the variable in
   * `channelvars` of every later event of the channel. Numbers and booleans are stored as their text, `null` as an
   * empty value, other objects and arrays as their JSON text. Names may be dialplan functions, for example
   * `CALLERID(name)`; a leading `_` or `__` makes the variable inheritable and is not part of the stored name.
   * Without it no variables are set.
   */
  readonly variables?: JsonObject;
  /**
   * Id for the second half when the endpoint is a `Local` channel, which always comes as a pair; refused with 400
   * for technologies that make one channel. Without it the second half is called `<channelId>;2` if a channel id
   * was requested and gets a generated id otherwise.
   */
  readonly otherChannelId?: string;
  /**
   * Id or name of an existing channel on whose behalf the call is made. The new channel takes over its linked id,
   * tenant id, formats, language, account code, music class, redirecting data and inheritable variables, and shows
   * its caller id as the connected line. Cannot be combined with `formats`. Without it the new channel stands on
   * its own.
   *
   * @since 1.7.0
   */
  readonly originator?: string;
  /**
   * Comma-separated names of the media formats to offer, for example `ulaw,slin16`. Cannot be combined with
   * `originator`. With neither of the two, every audio format is offered and the channel technology chooses.
   *
   * @since 1.7.0
   */
  readonly formats?: string;
}

/**
 * What `channels.originateWithId` may answer:
 * - 200: The channel as it is right after creation, normally in state `Down`; dialling has begun, the call is not
 *   yet answered.
 * - 400: `endpoint` is missing, lacks technology or resource, or names an unknown technology; neither `app` nor
 *   `extension` is given; `app` comes together with `context`, `extension`, `priority` or `label`; `appArgs` comes
 *   without `app`; `originator` is unknown or comes together with `formats`; a format is unknown; an id is longer
 *   than 149 characters; `otherChannelId` comes with an endpoint that has one channel; `label` is `0`; or a number
 *   is malformed or out of range.
 * - 404: The context and extension have no priority with this label.
 * - 409: A channel with the id in the path or with `otherChannelId` exists, or the two are equal; nothing is
 *   created.
 */
export type ChannelsOriginateWithIdReply = Reply<200, Channel> | Refusal<400 | 404 | 409>;

/** What `channels.hangup` takes. */
export interface ChannelsHangupParams {
  /** Id of the channel; its name, such as `PJSIP/alice-00000001`, is accepted as well. */
  readonly channelId: string;
  /**
   * Hangup cause as an integer of the Q.850 numbering, for example `17` for busy. Use it for causes that `reason`
   * has no word for; the two exclude each other. Missing or empty means that `reason` decides.
   *
   * @since 2.0.0
   */
  readonly reason_code?: string;
  /**
   * Hangup cause as a word: `normal` (16), `busy` (17), `congestion` (34), `no_answer` (19), `timeout` (18),
   * `rejected` (21), `unallocated` (1), `normal_unspecified` (31), `number_incomplete` (28), `codec_mismatch` (58),
   * `interworking` (127), `failure` (38) or `answered_elsewhere` (26). Case matters. Missing or empty means
   * `normal`, unless `reason_code` is given.
   */
  readonly reason?: 'normal' | 'busy' | 'congestion' | 'no_answer' | 'timeout' | 'rejected' | 'unallocated' | 'normal_unspecified' | 'number_incomplete' | 'codec_mismatch' | 'interworking' | 'failure' | 'answered_elsewhere';
}

/**
 * What `channels.hangup` may answer:
 * - 204: The channel is being hung up; a following request for it is answered with 404.
 * - 400: `reason` is not one of the listed words, `reason_code` is not an integer, or both are given.
 * - 404: No channel has this id or name.
 */
export type ChannelsHangupReply = Reply<204> | Refusal<400 | 404>;

/** What `channels.continueInDialplan` takes. */
export interface ChannelsContinueInDialplanParams {
  /** Id of the channel. */
  readonly channelId: string;
  /** Dialplan context to continue in. Missing or empty means the present one. */
  readonly context?: string;
  /** Extension to continue at. If missing, it is `s` when `context` is given and the present extension otherwise. */
  readonly extension?: string;
  /**
   * Priority to continue at. If missing or `0`, it is 1 when `context` or `extension` is given and the one after
   * the present priority otherwise. A `label` overrides it.
   */
  readonly priority?: number;
  /**
   * Priority label within the target extension. Takes precedence over `priority`, is looked up when the request
   * arrives, and counts as a priority when it is a number.
   *
   * @since 1.7.0
   */
  readonly label?: string;
}

/**
 * What `channels.continueInDialplan` may answer:
 * - 204: The return to the dialplan is queued.
 * - 400: `label` is `0`, or `priority` is negative or not a number.
 * - 404: No channel has this id, or the target extension has no priority with this label.
 * - 409: The channel exists, but no application controls it at present.
 * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
 */
export type ChannelsContinueInDialplanReply = Reply<204> | Refusal<400 | 404 | 409 | 412>;

/** What `channels.move` takes. */
export interface ChannelsMoveParams {
  /** Id of the channel. */
  readonly channelId: string;
  /** Application to move the channel to. A missing or empty name is refused with 400. */
  readonly app: string;
  /**
   * Arguments handed to the new application in `StasisStart`, separated by commas; empty parts are dropped. Without
   * it the list of arguments is empty.
   *
   * Up to 16384 characters.
   */
  readonly appArgs?: string;
}

/**
 * What `channels.move` may answer:
 * - 204: The move is queued; events tell whether it succeeds.
 * - 404: No channel has this id.
 * - 409: The channel exists, but no application controls it at present.
 */
export type ChannelsMoveReply = Reply<204> | Refusal<404 | 409>;

/** What `channels.redirect` takes. */
export interface ChannelsRedirectParams {
  /** Id of the channel. */
  readonly channelId: string;
  /**
   * Where to send the channel, as `<technology>/<resource>`, for example `PJSIP/bob`. The technology must be that
   * of the channel; case does not matter.
   */
  readonly endpoint: string;
}

/**
 * What `channels.redirect` may answer:
 * - 204: The transfer request is queued.
 * - 400: `endpoint` is missing or empty.
 * - 404: No channel has this id.
 * - 409: The channel exists, but no application controls it at present.
 * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
 * - 422: `endpoint` is not of the form `<technology>/<resource>`, its resource is empty, its technology differs
 *   from that of the channel, or that technology knows no transfers.
 */
export type ChannelsRedirectReply = Reply<204> | Refusal<400 | 404 | 409 | 412 | 422>;

/** What `channels.answer` takes. */
export interface ChannelsAnswerParams {
  /** Id of the channel. */
  readonly channelId: string;
}

/**
 * What `channels.answer` may answer:
 * - 204: The channel is up.
 * - 404: No channel has this id.
 * - 409: The channel exists, but no application controls it at present.
 * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
 */
export type ChannelsAnswerReply = Reply<204> | Refusal<404 | 409 | 412>;

/** What `channels.ring` takes. */
export interface ChannelsRingParams {
  /** Id of the channel. */
  readonly channelId: string;
}

/**
 * What `channels.ring` may answer:
 * - 204: The ringing indication is on its way to the channel.
 * - 404: No channel has this id.
 * - 409: The channel exists, but no application controls it at present.
 * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
 */
export type ChannelsRingReply = Reply<204> | Refusal<404 | 409 | 412>;

/** What `channels.ringStop` takes. */
export interface ChannelsRingStopParams {
  /** Id of the channel. */
  readonly channelId: string;
}

/**
 * What `channels.ringStop` may answer:
 * - 204: The server no longer generates an indication for the channel.
 * - 404: No channel has this id.
 * - 409: The channel exists, but no application controls it at present.
 * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
 */
export type ChannelsRingStopReply = Reply<204> | Refusal<404 | 409 | 412>;

/** What `channels.progress` takes. */
export interface ChannelsProgressParams {
  /** Id of the channel. */
  readonly channelId: string;
}

/**
 * What `channels.progress` may answer:
 * - 204: The progress indication is on its way to the channel.
 * - 404: No channel has this id.
 * - 409: No application controls the channel at present, or its technology has no signal for this.
 * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
 */
export type ChannelsProgressReply = Reply<204> | Refusal<404 | 409 | 412>;

/** What `channels.sendDTMF` takes. */
export interface ChannelsSendDTMFParams {
  /** Id of the channel. */
  readonly channelId: string;
  /**
   * Digits to send: `0`–`9`, `*`, `#`, `a`–`d` and `A`–`D`; `w` pauses for half a second, `W` for one second, and
   * `f` or `F` sends a flash. Other characters are skipped. Example: `12w34#`. Must not be missing or empty.
   */
  readonly dtmf?: string;
  /** Milliseconds to wait before the first digit. Default 0. Negative values are refused. */
  readonly before: number;
  /** Milliseconds between two digits. Default 100, which `0` also selects. Negative values are refused. */
  readonly between: number;
  /** Length of each digit in milliseconds. Default 100, which `0` also selects. Negative values are refused. */
  readonly duration: number;
  /**
   * Milliseconds to wait after the last digit, before the next command of the channel runs. Default 0. Negative
   * values are refused.
   */
  readonly after: number;
}

/**
 * What `channels.sendDTMF` may answer:
 * - 204: The digits are queued.
 * - 400: `dtmf` is missing or empty, or a time is negative or not a number.
 * - 404: No channel has this id.
 * - 409: The channel exists, but no application controls it at present.
 * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
 */
export type ChannelsSendDTMFReply = Reply<204> | Refusal<400 | 404 | 409 | 412>;

/** What `channels.mute` takes. */
export interface ChannelsMuteParams {
  /** Id of the channel. */
  readonly channelId: string;
  /**
   * Which audio to suppress: `in` is what comes from the channel, `out` what is sent to it, `both` the two
   * together. Default `both`.
   */
  readonly direction: 'both' | 'in' | 'out';
}

/**
 * What `channels.mute` may answer:
 * - 204: The audio is muted in the given direction.
 * - 400: `direction` is not `both`, `in` or `out`.
 * - 404: No channel has this id.
 * - 409: The channel exists, but no application controls it at present.
 * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
 */
export type ChannelsMuteReply = Reply<204> | Refusal<400 | 404 | 409 | 412>;

/** What `channels.unmute` takes. */
export interface ChannelsUnmuteParams {
  /** Id of the channel. */
  readonly channelId: string;
  /**
   * Which audio to let pass again: `in` is what comes from the channel, `out` what is sent to it, `both` the two
   * together. Default `both`.
   */
  readonly direction: 'both' | 'in' | 'out';
}

/**
 * What `channels.unmute` may answer:
 * - 204: The audio passes again in the given direction.
 * - 400: `direction` is not `both`, `in` or `out`.
 * - 404: No channel has this id.
 * - 409: The channel exists, but no application controls it at present.
 * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
 */
export type ChannelsUnmuteReply = Reply<204> | Refusal<400 | 404 | 409 | 412>;

/** What `channels.hold` takes. */
export interface ChannelsHoldParams {
  /** Id of the channel. */
  readonly channelId: string;
}

/**
 * What `channels.hold` may answer:
 * - 204: The hold indication is on its way to the channel.
 * - 404: No channel has this id.
 * - 409: No application controls the channel at present, or its technology has no signal for this.
 * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
 */
export type ChannelsHoldReply = Reply<204> | Refusal<404 | 409 | 412>;

/** What `channels.unhold` takes. */
export interface ChannelsUnholdParams {
  /** Id of the channel. */
  readonly channelId: string;
}

/**
 * What `channels.unhold` may answer:
 * - 204: The unhold indication is on its way to the channel.
 * - 404: No channel has this id.
 * - 409: No application controls the channel at present, or its technology has no signal for this.
 * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
 */
export type ChannelsUnholdReply = Reply<204> | Refusal<404 | 409 | 412>;

/** What `channels.startMoh` takes. */
export interface ChannelsStartMohParams {
  /** Id of the channel. */
  readonly channelId: string;
  /**
   * Name of the music class, for example `jazz`. Missing or empty means the class set on the channel, or else
   * `default`. With the option `preferchannelclass`, on unless configured otherwise, a class set on the channel
   * wins over this parameter. An unknown class is accepted and yields silence.
   */
  readonly mohClass?: string;
}

/**
 * What `channels.startMoh` may answer:
 * - 204: The start of the music is queued.
 * - 404: No channel has this id.
 * - 409: The channel exists, but no application controls it at present.
 * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
 */
export type ChannelsStartMohReply = Reply<204> | Refusal<404 | 409 | 412>;

/** What `channels.stopMoh` takes. */
export interface ChannelsStopMohParams {
  /** Id of the channel. */
  readonly channelId: string;
}

/**
 * What `channels.stopMoh` may answer:
 * - 204: The end of the music is queued.
 * - 404: No channel has this id.
 * - 409: The channel exists, but no application controls it at present.
 * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
 */
export type ChannelsStopMohReply = Reply<204> | Refusal<404 | 409 | 412>;

/** What `channels.startSilence` takes. */
export interface ChannelsStartSilenceParams {
  /** Id of the channel. */
  readonly channelId: string;
}

/**
 * What `channels.startSilence` may answer:
 * - 204: Silence is being sent to the channel.
 * - 404: No channel has this id.
 * - 409: The channel exists, but no application controls it at present.
 * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
 */
export type ChannelsStartSilenceReply = Reply<204> | Refusal<404 | 409 | 412>;

/** What `channels.stopSilence` takes. */
export interface ChannelsStopSilenceParams {
  /** Id of the channel. */
  readonly channelId: string;
}

/**
 * What `channels.stopSilence` may answer:
 * - 204: The server no longer generates silence for the channel.
 * - 404: No channel has this id.
 * - 409: The channel exists, but no application controls it at present.
 * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
 */
export type ChannelsStopSilenceReply = Reply<204> | Refusal<404 | 409 | 412>;

/** What `channels.play` takes. */
export interface ChannelsPlayParams {
  /** Id of the channel. */
  readonly channelId: string;
  /**
   * Media to play, as one or more URIs, played in the order given: `sound:<name>`, `recording:<name>`,
   * `number:<integer>`, `digits:<digits>`, `characters:<text>` or `tone:<name or pattern>[;tonezone=<zone>]`, for
   * example `sound:hello-world,digits:42`. Separate several with commas, repeat the parameter, or send an array in
   * the JSON body. A tone pattern that contains commas has to go into such an array.
   * @changed 1.3.0
   * @changed 2.0.0
   */
  readonly media: readonly string[];
  /** Language of sounds and spoken values, for example `en` or `fr`. Defaults to the language of the channel. */
  readonly lang?: string;
  /**
   * Position in milliseconds at which the first medium starts, in a tone the place in its pattern; the others start
   * at their beginning. Default 0. Negative values are refused.
   */
  readonly offsetms: number;
  /**
   * Distance in milliseconds that `forward` and `reverse` of the playback move by. Default 3000, which `0` also
   * selects. Negative values are refused.
   */
  readonly skipms: number;
  /**
   * Id for the playback, under which it can be controlled or stopped. It must not be in use. Without it the server
   * generates a UUID.
   *
   * @since 1.2.0
   */
  readonly playbackId?: string;
}

/**
 * What `channels.play` may answer:
 * - 201: The playback is queued, or already playing if the channel was idle. The body describes it, and
 *   `Location` gives its address.
 * - 400: `media` is missing or empty, or `skipms` or `offsetms` is negative or not a number.
 * - 404: No channel has this id.
 * - 409: No application controls the channel, or the requested playback id is in use.
 * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
 */
export type ChannelsPlayReply = Reply<201, Playback> | Refusal<400 | 404 | 409 | 412>;

/** What `channels.playWithId` takes. */
export interface ChannelsPlayWithIdParams {
  /** Id of the channel. */
  readonly channelId: string;
  /** Id for the playback, under which it can be controlled or stopped. It must not be in use. */
  readonly playbackId: string;
  /**
   * Media to play, as one or more URIs, played in the order given: `sound:<name>`, `recording:<name>`,
   * `number:<integer>`, `digits:<digits>`, `characters:<text>` or `tone:<name or pattern>[;tonezone=<zone>]`, for
   * example `sound:hello-world,digits:42`. Separate several with commas, repeat the parameter, or send an array in
   * the JSON body. A tone pattern that contains commas has to go into such an array.
   * @changed 1.3.0
   * @changed 2.0.0
   */
  readonly media: readonly string[];
  /** Language of sounds and spoken values, for example `en` or `fr`. Defaults to the language of the channel. */
  readonly lang?: string;
  /**
   * Position in milliseconds at which the first medium starts, in a tone the place in its pattern; the others start
   * at their beginning. Default 0. Negative values are refused.
   */
  readonly offsetms: number;
  /**
   * Distance in milliseconds that `forward` and `reverse` of the playback move by. Default 3000, which `0` also
   * selects. Negative values are refused.
   */
  readonly skipms: number;
}

/**
 * What `channels.playWithId` may answer:
 * - 201: The playback is queued, or already playing if the channel was idle. The body describes it, and
 *   `Location` gives its address.
 * - 400: `media` is missing or empty, or `skipms` or `offsetms` is negative or not a number.
 * - 404: No channel has this id.
 * - 409: No application controls the channel, or the requested playback id is in use.
 * - 412: The channel is in state `Down`, `Rsrvd` or `Ringing`, in which it does not take this command.
 */
export type ChannelsPlayWithIdReply = Reply<201, Playback> | Refusal<400 | 404 | 409 | 412>;

/** What `channels.record` takes. */
export interface ChannelsRecordParams {
  /** Id of the channel. */
  readonly channelId: string;
  /**
   * Name of the recording, used for the live and the stored recording. It may contain `/` for subdirectories of the
   * recording directory but must not lead out of it; the file extension is added from `format`. Example:
   * `meetings/monday`.
   */
  readonly name: string;
  /**
   * File format, named by its extension: `wav`, `ulaw`, `gsm`, `sln16` and so on. It has to be one the server can
   * write.
   */
  readonly format: string;
  /**
   * Longest duration in whole seconds, not counting pauses. Default 0, which means no limit. Negative values are
   * refused.
   */
  readonly maxDurationSeconds: number;
  /**
   * Continuous silence in whole seconds after which the recording ends. Default 0, which means that silence does
   * not end it. Any other value also adds `talking_duration` and `silence_duration` to the result. Negative values
   * are refused.
   */
  readonly maxSilenceSeconds: number;
  /**
   * What to do when a stored recording of this name exists: `fail` refuses the request, whatever the format of the
   * existing file; `overwrite` replaces the audio; `append` adds to it. Default `fail`. Case does not matter.
   */
  readonly ifExists: 'fail' | 'overwrite' | 'append';
  /** Whether the channel hears a beep before recording begins: `true` or `false`. Default `false`. */
  readonly beep: boolean;
  /**
   * Digit that ends the recording: `none`, `any` (every DTMF digit), `*` or `#`; in a URL write the last as `%23`.
   * Default `none`.
   */
  readonly terminateOn: 'none' | 'any' | '*' | '#';
}

/**
 * What `channels.record` may answer:
 * - 201: The recording is queued, or already running if the channel was idle. The body describes it, and
 *   `Location` gives its address.
 * - 400: `name` or `format` is missing; the name leads out of the recording directory or the file system rejects
 *   it; a duration is negative or not a number; or `ifExists`, `terminateOn` or `beep` has an unknown value.
 * - 404: No channel has this id.
 * - 409: No application controls the channel; the channel is in a bridge; a live recording has this name; or a
 *   stored one has it and `ifExists` is `fail`.
 * - 422: The server does not know the file format.
 */
export type ChannelsRecordReply = Reply<201, LiveRecording> | Refusal<400 | 404 | 409 | 422>;

/** What `channels.getChannelVar` takes. */
export interface ChannelsGetChannelVarParams {
  /** Id of the channel; its name, such as `PJSIP/alice-00000001`, is accepted as well. */
  readonly channelId: string;
  /**
   * Name of the variable, or a dialplan function with its arguments, recognised by the closing parenthesis:
   * `CALLERID(num)`. Case and blanks matter. Read inheritable variables without their leading underscores.
   */
  readonly variable: string;
}

/**
 * What `channels.getChannelVar` may answer:
 * - 200: The value, which may be an empty string.
 * - 400: `variable` is missing or empty, or it names a function that is unknown or fails.
 * - 403: The expression names a function that reaches beyond the call (`SHELL`, `FILE`, `DB`, `CURL` and the
 *   like), and the configuration does not allow such functions over REST.
 * - 404: No channel has this id or name, or the variable is not set.
 * - 409: Reserved: known to clients of older descriptions; the server does not send it.
 */
export type ChannelsGetChannelVarReply = Reply<200, Variable> | Refusal<400 | 403 | 404 | 409>;

/** What `channels.setChannelVar` takes. */
export interface ChannelsSetChannelVarParams {
  /** Id of the channel. */
  readonly channelId: string;
  /**
   * Name of the variable, or a dialplan function with its arguments, for example `CALLERID(name)`. A leading `_`
   * makes the variable inherited by channels made from this one, `__` by their descendants as well; the underscores
   * are not part of the stored name.
   */
  readonly variable: string;
  /**
   * New value. An empty string is a value like any other; leaving the parameter out removes the variable.
   *
   * Up to 65536 characters.
   */
  readonly value?: string;
  /**
   * Whether the variable is shown in `channelvars` of the channel from now on, in every event and REST answer:
   * `true` or `false`. Default `false`, which also takes it off the list again.
   *
   * @since 2.0.0
   */
  readonly report_events: boolean;
}

/**
 * What `channels.setChannelVar` may answer:
 * - 204: The variable is set, or removed if no value was given.
 * - 400: `variable` is missing or empty, `report_events` is not a boolean, or the variable cannot be set.
 * - 403: The expression names a function that reaches beyond the call (`SHELL`, `FILE`, `DB`, `CURL` and the
 *   like), and the configuration does not allow such functions over REST.
 * - 404: No channel has this id.
 * - 409: The channel exists, but no application controls it at present.
 */
export type ChannelsSetChannelVarReply = Reply<204> | Refusal<400 | 403 | 404 | 409>;

/** What `channels.getChannelVars` takes. */
export interface ChannelsGetChannelVarsParams {
  /** Id of the channel; its name, such as `PJSIP/alice-00000001`, is accepted as well. */
  readonly channelId: string;
  /**
   * Names of the variables, at most 127, separated by commas, repeated, or sent as an array in the JSON body:
   * `LANG,CALLERID(num)`. Blanks around a name are dropped; commas inside parentheses, brackets or quotes do not
   * separate. Names ending in `)` are read as dialplan functions.
   */
  readonly variables: readonly string[];
}

/**
 * What `channels.getChannelVars` may answer:
 * - 200: The values by name, in `variables`; a value may be an empty string.
 * - 400: `variables` is missing, contains an empty name or more than 127 names, or names a function that is
 *   unknown or fails.
 * - 403: One of the expressions names a function that reaches beyond the call (`SHELL`, `FILE`, `DB`, `CURL` and
 *   the like), and the configuration does not allow such functions over REST.
 * - 404: No channel has this id or name, or one of the variables is not set.
 * - 409: Reserved: known to clients of older descriptions; the server does not send it.
 */
export type ChannelsGetChannelVarsReply = Reply<200, Variables> | Refusal<400 | 403 | 404 | 409>;

/** What `channels.setChannelVars` takes. */
export interface ChannelsSetChannelVarsParams {
  /** Id of the channel. */
  readonly channelId: string;
  /**
   * Object sent as member `variables` of the JSON body: names mapped to values. A value is either plain, `{"NAME":
   * "text"}`, or extended, `{"NAME": {"value": "text", "report_events": true}}`; `report_events` defaults to
   * `false` and, when `true`, shows the variable in `channelvars` of every later event of the channel. Numbers and
   * booleans are stored as their text, `null` as an empty value, other objects and arrays as their JSON text.
   * Blanks around a name are dropped, those in a value are kept; an empty name is skipped. Names may be dialplan
   * functions, and a leading `_` or `__` makes a variable inheritable.
   */
  readonly variables: JsonObject;
}

/**
 * What `channels.setChannelVars` may answer:
 * - 204: All variables are set.
 * - 400: There is no JSON body, its member `variables` is missing or not an object, or one of the variables
 *   cannot be set.
 * - 403: One of the names calls a function that reaches beyond the call (`SHELL`, `FILE`, `DB`, `CURL` and the
 *   like), and the configuration does not allow such functions over REST.
 * - 404: No channel has this id.
 * - 409: The channel exists, but no application controls it at present.
 */
export type ChannelsSetChannelVarsReply = Reply<204> | Refusal<400 | 403 | 404 | 409>;

/** What `channels.snoopChannel` takes. */
export interface ChannelsSnoopChannelParams {
  /** Id of the channel to observe; its name is accepted as well. It need not be in an application. */
  readonly channelId: string;
  /**
   * Which audio of the observed channel the new channel hears. Either `in` (audio coming from the observed
   * channel), `out` (audio sent to it), `both` or `none`. Default `none`; `spy` and `whisper` cannot both be
   * `none`.
   */
  readonly spy: 'none' | 'both' | 'out' | 'in';
  /**
   * Into which audio of the observed channel the new channel speaks. Either `in` (audio coming from the observed
   * channel), `out` (audio sent to it), `both` or `none`. Default `none`; `spy` and `whisper` cannot both be
   * `none`.
   */
  readonly whisper: 'none' | 'both' | 'out' | 'in';
  /** Application that receives the snoop channel. */
  readonly app: string;
  /**
   * Arguments handed to the application in `StasisStart`, separated by commas: `sales,de` arrives as
   * `["sales","de"]`. Without it the list of arguments is empty.
   *
   * Up to 16384 characters.
   */
  readonly appArgs?: string;
  /**
   * Id for the snoop channel. It must not be in use. Without it the server generates one.
   *
   * @since 1.2.0
   */
  readonly snoopId?: string;
}

/**
 * What `channels.snoopChannel` may answer:
 * - 200: The new snoop channel, in state `Up`.
 * - 400: `app` is missing, `spy` or `whisper` has an unknown value, or both are `none`.
 * - 404: The channel to observe does not exist.
 * - 409: A channel with the id `snoopId` exists; nothing is created.
 */
export type ChannelsSnoopChannelReply = Reply<200, Channel> | Refusal<400 | 404 | 409>;

/** What `channels.snoopChannelWithId` takes. */
export interface ChannelsSnoopChannelWithIdParams {
  /** Id of the channel to observe; its name is accepted as well. It need not be in an application. */
  readonly channelId: string;
  /** Id for the snoop channel. It must not be in use. */
  readonly snoopId: string;
  /**
   * Which audio of the observed channel the new channel hears. Either `in` (audio coming from the observed
   * channel), `out` (audio sent to it), `both` or `none`. Default `none`; `spy` and `whisper` cannot both be
   * `none`.
   */
  readonly spy: 'none' | 'both' | 'out' | 'in';
  /**
   * Into which audio of the observed channel the new channel speaks. Either `in` (audio coming from the observed
   * channel), `out` (audio sent to it), `both` or `none`. Default `none`; `spy` and `whisper` cannot both be
   * `none`.
   */
  readonly whisper: 'none' | 'both' | 'out' | 'in';
  /** Application that receives the snoop channel. */
  readonly app: string;
  /**
   * Arguments handed to the application in `StasisStart`, separated by commas: `sales,de` arrives as
   * `["sales","de"]`. Without it the list of arguments is empty.
   *
   * Up to 16384 characters.
   */
  readonly appArgs?: string;
}

/**
 * What `channels.snoopChannelWithId` may answer:
 * - 200: The new snoop channel, in state `Up`.
 * - 400: `app` is missing, `spy` or `whisper` has an unknown value, or both are `none`.
 * - 404: The channel to observe does not exist.
 * - 409: A channel with the id given as `snoopId` exists; nothing is created.
 */
export type ChannelsSnoopChannelWithIdReply = Reply<200, Channel> | Refusal<400 | 404 | 409>;

/** What `channels.dial` takes. */
export interface ChannelsDialParams {
  /** Id of the channel; its name, such as `PJSIP/alice-00000001`, is accepted as well. */
  readonly channelId: string;
  /**
   * Id or name of the channel on whose behalf the call is made; the dialled channel takes over its inheritable
   * variables, language, account code, music class and connected line. An unknown channel is ignored. Without it
   * nothing is taken over.
   */
  readonly caller?: string;
  /**
   * Seconds to wait for an answer before the channel is hung up. Default 0, which means no limit. Negative values
   * are refused with 400.
   */
  readonly timeout: number;
}

/**
 * What `channels.dial` may answer:
 * - 204: The call is queued.
 * - 404: No channel has this id or name.
 * - 409: No application controls the channel, it was not made by the create operation, or its state is neither
 *   `Down` nor `Rsrvd`, for instance because it has been dialled before.
 */
export type ChannelsDialReply = Reply<204> | Refusal<404 | 409>;

/** What `channels.rtpstatistics` takes. */
export interface ChannelsRtpstatisticsParams {
  /** Id of the channel. */
  readonly channelId: string;
}

/**
 * What `channels.rtpstatistics` may answer:
 * - 200: The figures as they are now.
 * - 403: The technology of the channel does not use RTP.
 * - 404: No channel has this id, or the channel has no RTP session to report on.
 */
export type ChannelsRtpstatisticsReply = Reply<200, RTPstat> | Refusal<403 | 404>;

/** What `channels.externalMedia` takes. */
export interface ChannelsExternalMediaParams {
  /**
   * Id for the new channel, at most 149 characters, for example `call-42`. Without it the server generates one from
   * the time and a counter, such as `1763164731.7`.
   */
  readonly channelId?: string;
  /** Application that receives the channel once it is answered; it is subscribed to the channel at once. */
  readonly app: string;
  /**
   * Object sent as member `variables` of the JSON body: names mapped to the values the new channel gets before it
   * is dialled. A value is either plain, `{"NAME": "text"}`, or extended, `{"NAME": {"value": "text",
   * "report_events": true}}`; `report_events` defaults to `false` and, when `true`, shows the variable in
   * `channelvars` of every later event of the channel. Numbers and booleans are stored as their text, `null` as an
   * empty value, other objects and arrays as their JSON text. Names may be dialplan functions, for example
   * `CALLERID(name)`; a leading `_` or `__` makes the variable inheritable and is not part of the stored name.
   * Without it no variables are set.
   */
  readonly variables?: JsonObject;
  /**
   * The other side. For RTP and audio socket `<host>:<port>`, for example `192.0.2.10:4000`, with an IPv6 address
   * in brackets; for a websocket client the id of a `websocket_client` configuration object. Only a websocket
   * server does without it.
   */
  readonly external_host?: string;
  /**
   * How media is wrapped: `rtp` (needs `udp`), `audiosocket` (needs `tcp`) or `none` (needs `websocket`). Default
   * `rtp`, so a websocket has to say `none`.
   */
  readonly encapsulation: 'rtp' | 'audiosocket' | 'none';
  /** What carries the media: `udp`, `tcp` or `websocket`. Default `udp`. */
  readonly transport: 'udp' | 'tcp' | 'websocket';
  /**
   * Who connects: `client` means that the server connects to `external_host`, `server` that it waits for the
   * external side. Default `client`; `server` is possible with a websocket only.
   */
  readonly connection_type: 'client' | 'server';
  /**
   * Name of the media format, for example `ulaw` or `slin16`; exactly one. An audio socket carries signed linear
   * audio only (`slin`, `slin12` … `slin192`).
   */
  readonly format: string;
  /**
   * Media direction as the external side sees it: `in` means it only receives, `out` that it only sends, `both`
   * that it does both. Default `both`. It takes effect with a websocket only.
   */
  readonly direction: 'both' | 'in' | 'out';
  /**
   * Arbitrary text handed to the application as arguments of `StasisStart`. With an audio socket it is required and
   * has to be the UUID that identifies the call, for example `40325ec2-5efd-4bd3-805f-53576e581d13`. Without it the
   * list of arguments is empty.
   *
   * Up to 16384 characters.
   */
  readonly data?: string;
  /**
   * Options of the transport, appended to the dial string of the channel; several may be combined, as in
   * `nf(json)`. For a websocket, `f(json)` or `f(plain-text)` selects the format of control messages, `n` leaves
   * answering to the external side, `p` passes media through unframed, `v(a=b,c=d)` adds URI parameters to an
   * outgoing connection. For RTP, `e(<engine>)` and `g` are accepted. For all of them `c(<format>)` names a format
   * in place of `format`. Without it the configured defaults apply.
   */
  readonly transport_data?: string;
}

/**
 * What `channels.externalMedia` may answer:
 * - 200: The new channel, with all its variables in `channelvars`; it may not be answered yet.
 * - 400: `app` or `format` is missing; `external_host` is missing, not of the form `<host>:<port>`, or not the id
 *   of a websocket client; `transport`, `encapsulation` and `connection_type` do not fit together; a listed value
 *   is unknown; an audio socket has no UUID in `data` or cannot be connected; the format is unknown or more than
 *   one is given; or `transport_data` has a malformed option.
 * - 409: A channel with the id `channelId` exists; nothing is created.
 */
export type ChannelsExternalMediaReply = Reply<200, Channel> | Refusal<400 | 409>;

/** What `channels.transfer_progress` takes. */
export interface ChannelsTransferProgressParams {
  /** Id of the channel. */
  readonly channelId: string;
  /**
   * State to report: `channel_progress` (the target is being reached), `channel_answered` (it has answered),
   * `channel_unavailable` (it cannot be reached) or `channel_declined` (it refuses). One value; case does not
   * matter. Events show `channel_unavailable` as `channel_declined`.
   */
  readonly states: 'channel_progress' | 'channel_answered' | 'channel_unavailable' | 'channel_declined';
}

/**
 * What `channels.transfer_progress` may answer:
 * - 204: The report is on its way to the channel.
 * - 400: `states` is missing, empty or not one of the listed values.
 * - 404: No channel has this id.
 * - 409: No application controls the channel at present, or it has not asked for a transfer.
 * - 412: Reserved: known to clients of older descriptions; the server does not send it.
 */
export type ChannelsTransferProgressReply = Reply<204> | Refusal<400 | 404 | 409 | 412>;

/**
 * Channels: originate, answer, control, record and end the legs of calls.
 *
 * @since 1.0.0
 */
export interface ChannelsOperations {
  /**
   * List all channels.
   *
   * Includes channels that no application controls. Helper channels the server uses internally, such as the
   * announcers and recorders of bridges, are left out. The order is not defined.
   *
   * `GET /channels`
   */
  readonly list: Handler<ChannelsListParams, ChannelsListReply>;
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
   */
  readonly originate: Handler<ChannelsOriginateParams, ChannelsOriginateReply>;
  /**
   * Create a channel without dialling it.
   *
   * The channel enters the application at once: `StasisStart` arrives while its state is `Down`. It can then be
   * given variables or put into a bridge before `dial` starts the call. It is hung up when it leaves the
   * application. Until it is answered, most commands on it are refused with 412.
   *
   * `POST /channels/create`
   *
   * @since 2.0.0
   */
  readonly create: Handler<ChannelsCreateParams, ChannelsCreateReply>;
  /**
   * Get one channel.
   *
   * Works for every channel, whether or not an application controls it.
   *
   * `GET /channels/{channelId}`
   */
  readonly get: Handler<ChannelsGetParams, ChannelsGetReply>;
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
   * @since 1.2.0
   */
  readonly originateWithId: Handler<ChannelsOriginateWithIdParams, ChannelsOriginateWithIdReply>;
  /**
   * Hang up a channel.
   *
   * Works for every channel, whether or not an application controls it. The application sees
   * `ChannelHangupRequest`, then `ChannelLeftBridge` if the channel was bridged, `StasisEnd`, and
   * `ChannelDestroyed` with the cause chosen here; each comes once and may follow the answer. In
   * `ChannelHangupRequest` the `cause` of a hangup over REST is always 32 with `soft` set, whatever the reason.
   *
   * `DELETE /channels/{channelId}`
   */
  readonly hangup: Handler<ChannelsHangupParams, ChannelsHangupReply>;
  /**
   * Return a channel from its application to the dialplan.
   *
   * The command is queued: the channel first leaves its bridge, then the application (`StasisEnd`), and goes on in
   * the dialplan. Without any target it goes on at the priority after the present one. A channel made by originate
   * or create starts executing the dialplan at the target. Whether the extension exists is not checked beforehand:
   * a missing one is answered with 204 and then handled by the invalid-extension rules of the dialplan.
   *
   * `POST /channels/{channelId}/continue`
   */
  readonly continueInDialplan: Handler<ChannelsContinueInDialplanParams, ChannelsContinueInDialplanReply>;
  /**
   * Hand a channel over to another application.
   *
   * The move is queued and the target is looked at only when its turn comes. On success the old application gets
   * `StasisEnd` and the new one `StasisStart`; the channel stays in its bridge. If the target is not registered or
   * has no connection, the channel stays where it is and its present application gets `ApplicationMoveFailed`.
   *
   * `POST /channels/{channelId}/move`
   *
   * @since 2.0.0
   */
  readonly move: Handler<ChannelsMoveParams, ChannelsMoveReply>;
  /**
   * Transfer a channel to another endpoint.
   *
   * Asks the technology of the channel to send the far end elsewhere, for SIP by a redirection or transfer. The
   * request is queued and its result is not reported; `Local` knows no transfers and accepts it without effect;
   * other technologies that know none refuse it.
   *
   * `POST /channels/{channelId}/redirect`
   *
   * @since 1.7.0
   */
  readonly redirect: Handler<ChannelsRedirectParams, ChannelsRedirectReply>;
  /**
   * Answer a channel.
   *
   * The response waits until the channel has been answered. A channel that is already up is left as it is. A change
   * of state raises `ChannelStateChange`.
   *
   * `POST /channels/{channelId}/answer`
   */
  readonly answer: Handler<ChannelsAnswerParams, ChannelsAnswerReply>;
  /**
   * Indicate ringing to a channel.
   *
   * Tells the caller that the destination is being alerted; the channel is not answered. Where the technology has
   * no signal for it (`UnicastRTP`, `AudioSocket`, `WebSocket`, `Snoop`), the caller hears the ringing tone of its
   * zone until that is stopped or other media takes its place. Repeating it is harmless and raises no event on this
   * channel.
   *
   * `POST /channels/{channelId}/ring`
   */
  readonly ring: Handler<ChannelsRingParams, ChannelsRingReply>;
  /**
   * Stop indicating ringing to a channel.
   *
   * Ends whatever indication tone the server generates for the channel. Harmless when there is none; raises no
   * event.
   *
   * `DELETE /channels/{channelId}/ring`
   */
  readonly ringStop: Handler<ChannelsRingStopParams, ChannelsRingStopReply>;
  /**
   * Indicate call progress to a channel.
   *
   * Tells the caller that early media may follow; the channel is not answered. Playing media or sending DTMF to an
   * unanswered channel does this by itself.
   *
   * `POST /channels/{channelId}/progress`
   *
   * @since 2.0.0
   */
  readonly progress: Handler<ChannelsProgressParams, ChannelsProgressReply>;
  /**
   * Send DTMF digits to a channel.
   *
   * The digits are queued behind the other commands of the channel and sent one after another; the first starts 100
   * ms after `before` has passed. This channel gets no event; the receiving side reports each digit with
   * `ChannelDtmfReceived` when it ends. A technology that has no signal for digits, such as `Snoop`, sends them as
   * tones. An unanswered channel is first sent a progress indication.
   *
   * `POST /channels/{channelId}/dtmf`
   */
  readonly sendDTMF: Handler<ChannelsSendDTMFParams, ChannelsSendDTMFReply>;
  /**
   * Mute a channel.
   *
   * Suppresses voice only; DTMF and indications still pass. Raises no event.
   *
   * `POST /channels/{channelId}/mute`
   */
  readonly mute: Handler<ChannelsMuteParams, ChannelsMuteReply>;
  /**
   * Unmute a channel.
   *
   * Undoes `mute` for the given direction. Harmless when that direction is not muted; raises no event.
   *
   * `DELETE /channels/{channelId}/mute`
   */
  readonly unmute: Handler<ChannelsUnmuteParams, ChannelsUnmuteReply>;
  /**
   * Put a channel on hold.
   *
   * Sends a hold indication to the device behind the channel; it starts no music (see `moh`). By itself this raises
   * no `ChannelHold`, which reports holds signalled by the device, unless `HOLD_INTERCEPT` is set on the channel.
   *
   * `POST /channels/{channelId}/hold`
   */
  readonly hold: Handler<ChannelsHoldParams, ChannelsHoldReply>;
  /**
   * Take a channel off hold.
   *
   * Sends the device behind the channel the indication that the hold is over. Like `hold`, it normally raises no
   * event.
   *
   * `DELETE /channels/{channelId}/hold`
   */
  readonly unhold: Handler<ChannelsUnholdParams, ChannelsUnholdReply>;
  /**
   * Start music on hold on a channel.
   *
   * The music is queued and then sounds until `moh` is stopped or other media takes its place; `play` suspends it
   * for good. Raises no event. An unanswered channel is first sent a progress indication.
   *
   * `POST /channels/{channelId}/moh`
   */
  readonly startMoh: Handler<ChannelsStartMohParams, ChannelsStartMohReply>;
  /**
   * Stop music on hold on a channel.
   *
   * Harmless when no music is playing; raises no event.
   *
   * `DELETE /channels/{channelId}/moh`
   */
  readonly stopMoh: Handler<ChannelsStopMohParams, ChannelsStopMohReply>;
  /**
   * Start sending silence to a channel.
   *
   * The server generates silent audio until it is told to stop or other media takes its place; useful for devices
   * and networks that expect a steady stream. Raises no event. An unanswered channel is first sent a progress
   * indication.
   *
   * `POST /channels/{channelId}/silence`
   */
  readonly startSilence: Handler<ChannelsStartSilenceParams, ChannelsStartSilenceReply>;
  /**
   * Stop sending silence to a channel.
   *
   * Harmless when no silence is being generated; raises no event.
   *
   * `DELETE /channels/{channelId}/silence`
   */
  readonly stopSilence: Handler<ChannelsStopSilenceParams, ChannelsStopSilenceReply>;
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
   */
  readonly play: Handler<ChannelsPlayParams, ChannelsPlayReply>;
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
   * @since 1.2.0
   */
  readonly playWithId: Handler<ChannelsPlayWithIdParams, ChannelsPlayWithIdReply>;
  /**
   * Record the audio coming from a channel.
   *
   * The recording is queued; `RecordingStarted` tells when it begins and `RecordingFinished` or `RecordingFailed`
   * how it ends. An unanswered channel is answered first. While it runs, the channel cannot be added to a bridge;
   * to record a conversation, record the bridge or a snoop channel. It ends by the limits given here, by being
   * stopped or cancelled under `/recordings/live`, or by hangup. Where nothing comes in, silence is recorded.
   *
   * `POST /channels/{channelId}/record`
   */
  readonly record: Handler<ChannelsRecordParams, ChannelsRecordReply>;
  /**
   * Get a variable of a channel.
   *
   * Works for every channel, whether or not an application controls it, and does not wait for running media. Global
   * and built-in variables such as `EXTEN` can be read too.
   *
   * `GET /channels/{channelId}/variable`
   */
  readonly getChannelVar: Handler<ChannelsGetChannelVarParams, ChannelsGetChannelVarReply>;
  /**
   * Set a variable of a channel.
   *
   * The variable is set when the response arrives, even while media is playing on the channel. Setting it raises
   * `ChannelVarset`; a function raises the event of what it changes instead, such as `ChannelCallerId`.
   *
   * `POST /channels/{channelId}/variable`
   */
  readonly setChannelVar: Handler<ChannelsSetChannelVarParams, ChannelsSetChannelVarReply>;
  /**
   * Get several variables of a channel.
   *
   * Works for every channel, whether or not an application controls it, and does not wait for running media. One
   * name that cannot be read makes the whole request fail.
   *
   * `GET /channels/{channelId}/variables`
   *
   * @since 2.0.0
   */
  readonly getChannelVars: Handler<ChannelsGetChannelVarsParams, ChannelsGetChannelVarsReply>;
  /**
   * Set several variables of a channel.
   *
   * The variables are set in the order given, and all of them are set when the response arrives, even while media
   * is playing on the channel. Each raises `ChannelVarset`, or for a function the event of what it changes. If one
   * cannot be set, those before it stay set.
   *
   * `POST /channels/{channelId}/variables`
   *
   * @since 2.0.0
   */
  readonly setChannelVars: Handler<ChannelsSetChannelVarsParams, ChannelsSetChannelVarsReply>;
  /**
   * Listen in on a channel or speak into it.
   *
   * The new channel, named `Snoop/<observed id>-…`, is up from the start and enters the application at once
   * (`StasisStart`); from there it can be recorded, bridged or spoken through. It ends together with the observed
   * channel. A snoop channel can itself be observed.
   *
   * `POST /channels/{channelId}/snoop`
   */
  readonly snoopChannel: Handler<ChannelsSnoopChannelParams, ChannelsSnoopChannelReply>;
  /**
   * Listen in on a channel or speak into it, with a chosen snoop id.
   *
   * The new channel, named `Snoop/<observed id>-…`, is up from the start and enters the application at once
   * (`StasisStart`); from there it can be recorded, bridged or spoken through. It ends together with the observed
   * channel. A snoop channel can itself be observed.
   *
   * `POST /channels/{channelId}/snoop/{snoopId}`
   *
   * @since 1.2.0
   */
  readonly snoopChannelWithId: Handler<ChannelsSnoopChannelWithIdParams, ChannelsSnoopChannelWithIdReply>;
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
   * @since 2.0.0
   */
  readonly dial: Handler<ChannelsDialParams, ChannelsDialReply>;
  /**
   * Get the RTP statistics of a channel.
   *
   * Works for every RTP channel, whether or not an application controls it; a `UnicastRTP` channel shows its
   * session only if its endpoint has the option `g`, as in `UnicastRTP/192.0.2.10:4000/c(ulaw)g`. The figures cover
   * the call up to now; those of the far end depend on its RTCP reports.
   *
   * `GET /channels/{channelId}/rtp_statistics`
   *
   * @since 2.0.0
   */
  readonly rtpstatistics: Handler<ChannelsRtpstatisticsParams, ChannelsRtpstatisticsReply>;
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
   * @since 2.0.0
   */
  readonly externalMedia: Handler<ChannelsExternalMediaParams, ChannelsExternalMediaReply>;
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
   * @since 2.0.0
   */
  readonly transfer_progress: Handler<ChannelsTransferProgressParams, ChannelsTransferProgressReply>;
}

/** What `bridges.list` takes. */
export type BridgesListParams = NoParams;

/**
 * What `bridges.list` may answer:
 * - 200: The bridges; an empty list when there are none.
 */
export type BridgesListReply = Reply<200, readonly Bridge[]>;

/** What `bridges.create` takes. */
export interface BridgesCreateParams {
  /**
   * Comma-separated attributes, e.g. `mixing,dtmf_events`; order does not matter and blanks around them are
   * ignored, but case counts. Base types: `mixing` (members hear each other) and `holding` (members wait, hearing
   * only announcers and music); they exclude each other. Features: `dtmf_events` and `proxy_media` keep the media
   * flowing through the server instead of directly between the endpoints, the first so that digits pressed by
   * members raise events; `video_single` shows everyone one chosen source; `video_sfu` forwards the video of every
   * member to all others and always mixes; `sdp_label` labels each stream in the SDP with the id of the channel it
   * comes from. A feature without a base type implies `mixing`. Missing or empty means `mixing`.
   * @changed 1.2.0
   * @changed 2.0.0
   */
  readonly type?: string;
  /**
   * Id for the new bridge, e.g. `conference-7`. Must not be in use. Missing or empty lets the server generate a
   * UUID.
   *
   * @since 1.2.0
   */
  readonly bridgeId?: string;
  /** Free text shown in the `name` field of the bridge; it need not be unique. Missing means an empty name. */
  readonly name?: string;
  /**
   * Keeps digits pressed on a member from reaching the other members; the events for them are still raised. Holds
   * for every channel that enters, unless it is added with an `absorbDTMF` of its own. Default `false`.
   *
   * @since 2.1.0
   */
  readonly absorbDTMF: boolean;
  /**
   * Keeps the audio of members from being heard in the bridge; they still hear whoever is not muted, announcements
   * and music. Holds for every channel that enters, unless it is added with a `mute` of its own. Default `false`.
   *
   * @since 2.1.0
   */
  readonly mute: boolean;
  /**
   * JSON body member holding the bridge variables to set at once, by name: `{"variables": {"ROOM": "12", "TOPIC":
   * {"value": "sales", "report_events": true}}}`. With `report_events` true (default false) the variable appears as
   * part of `bridgevars` from then on. Numbers and booleans are stored as their text, `null` as empty, any other
   * array or object as its JSON text. Missing means no variables.
   *
   * @since 2.0.0
   */
  readonly variables?: JsonObject;
}

/**
 * What `bridges.create` may answer:
 * - 200: The new bridge.
 * - 400: `type` contains an unknown attribute or combines `mixing` with `holding`, or `variables` is not an
 *   object. Nothing is created.
 * - 409: A bridge with the requested id exists. Nothing is created.
 */
export type BridgesCreateReply = Reply<200, Bridge> | Refusal<400 | 409>;

/** What `bridges.createWithId` takes. */
export interface BridgesCreateWithIdParams {
  /**
   * Comma-separated attributes, e.g. `mixing,dtmf_events`; order does not matter and blanks around them are
   * ignored, but case counts. Base types: `mixing` (members hear each other) and `holding` (members wait, hearing
   * only announcers and music); they exclude each other. Features: `dtmf_events` and `proxy_media` keep the media
   * flowing through the server instead of directly between the endpoints, the first so that digits pressed by
   * members raise events; `video_single` shows everyone one chosen source; `video_sfu` forwards the video of every
   * member to all others and always mixes; `sdp_label` labels each stream in the SDP with the id of the channel it
   * comes from. A feature without a base type implies `mixing`. Missing or empty means `mixing`.
   * @changed 2.0.0
   */
  readonly type?: string;
  /** Id for the new bridge, e.g. `conference-7`. Must not be in use. */
  readonly bridgeId: string;
  /** Free text shown in the `name` field of the bridge; it need not be unique. Missing means an empty name. */
  readonly name?: string;
  /**
   * Keeps digits pressed on a member from reaching the other members; the events for them are still raised. Holds
   * for every channel that enters, unless it is added with an `absorbDTMF` of its own. Default `false`.
   *
   * @since 2.1.0
   */
  readonly absorbDTMF: boolean;
  /**
   * Keeps the audio of members from being heard in the bridge; they still hear whoever is not muted, announcements
   * and music. Holds for every channel that enters, unless it is added with a `mute` of its own. Default `false`.
   *
   * @since 2.1.0
   */
  readonly mute: boolean;
  /**
   * JSON body member holding the bridge variables to set at once, by name: `{"variables": {"ROOM": "12", "TOPIC":
   * {"value": "sales", "report_events": true}}}`. With `report_events` true (default false) the variable appears as
   * part of `bridgevars` from then on. Numbers and booleans are stored as their text, `null` as empty, any other
   * array or object as its JSON text. Missing means no variables.
   *
   * @since 2.0.0
   */
  readonly variables?: JsonObject;
}

/**
 * What `bridges.createWithId` may answer:
 * - 200: The new bridge.
 * - 400: `type` contains an unknown attribute or combines `mixing` with `holding`, or `variables` is not an
 *   object. Nothing is created.
 * - 409: A bridge with the requested id exists. Nothing is created.
 */
export type BridgesCreateWithIdReply = Reply<200, Bridge> | Refusal<400 | 409>;

/** What `bridges.get` takes. */
export interface BridgesGetParams {
  /** Id of the bridge. */
  readonly bridgeId: string;
}

/**
 * What `bridges.get` may answer:
 * - 200: The bridge as it is now.
 * - 404: There is no bridge with this id.
 */
export type BridgesGetReply = Reply<200, Bridge> | Refusal<404>;

/** What `bridges.destroy` takes. */
export interface BridgesDestroyParams {
  /** Id of the bridge. */
  readonly bridgeId: string;
}

/**
 * What `bridges.destroy` may answer:
 * - 204: The bridge is gone; reading it again answers 404.
 * - 404: There is no bridge with this id.
 * - 409: The bridge exists but was not made through this interface, so it can be read but not controlled.
 */
export type BridgesDestroyReply = Reply<204> | Refusal<404 | 409>;

/** What `bridges.getBridgeVar` takes. */
export interface BridgesGetBridgeVarParams {
  /** Id of the bridge. */
  readonly bridgeId: string;
  /** Name of the variable, e.g. `TOPIC`. Case counts. */
  readonly variable: string;
}

/**
 * What `bridges.getBridgeVar` may answer:
 * - 200: The value of the variable.
 * - 400: `variable` is missing or empty.
 * - 404: There is no bridge with this id, or the variable is not set on it.
 * - 409: The bridge exists but was not made through this interface, so it can be read but not controlled.
 */
export type BridgesGetBridgeVarReply = Reply<200, Variable> | Refusal<400 | 404 | 409>;

/** What `bridges.setBridgeVar` takes. */
export interface BridgesSetBridgeVarParams {
  /** Id of the bridge. */
  readonly bridgeId: string;
  /** Name of the variable, e.g. `TOPIC`. Case counts. */
  readonly variable: string;
  /**
   * New value, kept as given. Missing or empty deletes the variable.
   *
   * Up to 65536 characters.
   */
  readonly value?: string;
  /**
   * Whether the variable appears in `bridgevars` of this bridge, in answers and events, from now on. Default
   * `false`, which also takes a variable off that list again.
   */
  readonly report_events: boolean;
}

/**
 * What `bridges.setBridgeVar` may answer:
 * - 204: The variable has the new value, or is deleted.
 * - 400: `variable` is missing or empty, `report_events` is not a boolean, or the variable cannot be set.
 * - 404: There is no bridge with this id.
 * - 409: The bridge exists but was not made through this interface, so it can be read but not controlled.
 */
export type BridgesSetBridgeVarReply = Reply<204> | Refusal<400 | 404 | 409>;

/** What `bridges.getBridgeVars` takes. */
export interface BridgesGetBridgeVarsParams {
  /** Id of the bridge. */
  readonly bridgeId: string;
  /**
   * Names to read, separated by commas or given repeatedly, e.g. `ROOM,TOPIC`. Blanks around a name are ignored;
   * commas inside parentheses, brackets or quotes do not separate.
   */
  readonly variables: readonly string[];
}

/**
 * What `bridges.getBridgeVars` may answer:
 * - 200: Object whose `variables` member maps each requested name to its value.
 * - 400: `variables` is missing or contains an empty name, or a named function is unknown or fails.
 * - 403: An expression names a dangerous function (`SHELL`, `FILE`, `DB`, `CURL` …) that the configuration does
 *   not allow over REST.
 * - 404: There is no bridge with this id, or one of the variables is not set on it.
 * - 409: Reserved: known to clients of older descriptions; the server does not send it.
 */
export type BridgesGetBridgeVarsReply = Reply<200, Variables> | Refusal<400 | 403 | 404 | 409>;

/** What `bridges.setBridgeVars` takes. */
export interface BridgesSetBridgeVarsParams {
  /** Id of the bridge. */
  readonly bridgeId: string;
  /**
   * JSON body member mapping names to values: `{"variables": {"ROOM": "12", "TOPIC": {"value": "sales",
   * "report_events": true}}}`. Blanks around a name are removed, values are kept as given, and an empty value
   * deletes the variable. `report_events` (default false) decides whether the variable appears in `bridgevars`.
   * Numbers and booleans are stored as their text, `null` as empty, any other array or object as its JSON text.
   */
  readonly variables: JsonObject;
}

/**
 * What `bridges.setBridgeVars` may answer:
 * - 204: All given variables are set.
 * - 400: There is no JSON body, it has no `variables` member, or that member is not an object.
 * - 404: There is no bridge with this id.
 * - 409: Reserved: known to clients of older descriptions; the server does not send it.
 */
export type BridgesSetBridgeVarsReply = Reply<204> | Refusal<400 | 404 | 409>;

/** What `bridges.addChannel` takes. */
export interface BridgesAddChannelParams {
  /** Id of the bridge. */
  readonly bridgeId: string;
  /** Ids of the channels to add, separated by commas or given repeatedly. They enter in this order. */
  readonly channel: readonly string[];
  /**
   * Part the channels play in a holding bridge: `announcer` is heard by all waiting members; anything else, and a
   * missing value, makes an ordinary participant. Without meaning in mixing bridges. Applies to this stay only.
   */
  readonly role?: string;
  /**
   * Keeps digits pressed on these channels from reaching the other members; the events for them are still raised.
   * Applies to this stay only. Without it the bridge decides: `false`, unless it was made otherwise.
   *
   * @since 2.0.0
   * @changed 2.1.0
   */
  readonly absorbDTMF?: boolean;
  /**
   * Keeps the audio of these channels from being heard in the bridge; they still hear the others. Applies to this
   * stay only. Without it the bridge decides: `false`, unless it was made otherwise.
   *
   * @since 2.0.0
   * @changed 2.1.0
   */
  readonly mute?: boolean;
  /**
   * Suppresses the connected-line updates that otherwise tell the parties about each other when the channels enter.
   * Applies to this stay only. Default `false`.
   *
   * @since 2.0.0
   */
  readonly inhibitConnectedLineUpdates: boolean;
}

/**
 * What `bridges.addChannel` may answer:
 * - 204: All given channels are in the bridge.
 * - 400: `channel` is missing, one of the channels does not exist, or a boolean is malformed. Nobody is added.
 * - 404: There is no bridge with this id.
 * - 409: The bridge exists but was not made through this interface, or one of the channels is being recorded;
 *   channels listed before that one may already be in the bridge.
 * - 422: One of the channels exists but is not in an application. Nobody is added.
 */
export type BridgesAddChannelReply = Reply<204> | Refusal<400 | 404 | 409 | 422>;

/** What `bridges.removeChannel` takes. */
export interface BridgesRemoveChannelParams {
  /** Id of the bridge. */
  readonly bridgeId: string;
  /** Ids of the channels to remove, separated by commas or given repeatedly. */
  readonly channel: readonly string[];
}

/**
 * What `bridges.removeChannel` may answer:
 * - 204: The given channels are no longer in the bridge.
 * - 400: `channel` is missing, or one of the channels does not exist. Nobody is removed.
 * - 404: There is no bridge with this id.
 * - 409: The bridge exists but was not made through this interface, so it can be read but not controlled.
 * - 422: One of the channels is not in an application or not in this bridge. Nobody is removed.
 */
export type BridgesRemoveChannelReply = Reply<204> | Refusal<400 | 404 | 409 | 422>;

/** What `bridges.setVideoSource` takes. */
export interface BridgesSetVideoSourceParams {
  /** Id of the bridge. */
  readonly bridgeId: string;
  /** Id of the member whose video is shown. */
  readonly channelId: string;
}

/**
 * What `bridges.setVideoSource` may answer:
 * - 204: The channel is the video source.
 * - 400: There is no channel with this id.
 * - 404: There is no bridge with this id.
 * - 409: The bridge exists but was not made through this interface, so it can be read but not controlled.
 * - 422: The channel is not in an application or not in this bridge.
 */
export type BridgesSetVideoSourceReply = Reply<204> | Refusal<400 | 404 | 409 | 422>;

/** What `bridges.clearVideoSource` takes. */
export interface BridgesClearVideoSourceParams {
  /** Id of the bridge. */
  readonly bridgeId: string;
}

/**
 * What `bridges.clearVideoSource` may answer:
 * - 204: No explicit video source is set.
 * - 404: There is no bridge with this id.
 * - 409: The bridge exists but was not made through this interface, so it can be read but not controlled.
 */
export type BridgesClearVideoSourceReply = Reply<204> | Refusal<404 | 409>;

/** What `bridges.startMoh` takes. */
export interface BridgesStartMohParams {
  /** Id of the bridge. */
  readonly bridgeId: string;
  /**
   * Name of a configured music class. Missing or empty means `default`. A class that does not exist is accepted and
   * gives silence.
   */
  readonly mohClass?: string;
}

/**
 * What `bridges.startMoh` may answer:
 * - 204: Music is on.
 * - 404: There is no bridge with this id.
 * - 409: The bridge exists but was not made through this interface, so it can be read but not controlled.
 */
export type BridgesStartMohReply = Reply<204> | Refusal<404 | 409>;

/** What `bridges.stopMoh` takes. */
export interface BridgesStopMohParams {
  /** Id of the bridge. */
  readonly bridgeId: string;
}

/**
 * What `bridges.stopMoh` may answer:
 * - 204: The music is off.
 * - 404: There is no bridge with this id.
 * - 409: No music is playing on the bridge, or the bridge was not made through this interface.
 */
export type BridgesStopMohReply = Reply<204> | Refusal<404 | 409>;

/** What `bridges.play` takes. */
export interface BridgesPlayParams {
  /** Id of the bridge. */
  readonly bridgeId: string;
  /**
   * One or more media URIs, played in the given order, e.g. `sound:hello-world`. Schemes: `sound:` (file name
   * without extension, or an http(s) URL), `recording:` (stored recording), `number:` (spoken number), `digits:`
   * (spoken one by one), `characters:` (spelled out) and `tone:` (name or pattern, optionally with
   * `;tonezone=<zone>`; sounds until stopped). Separate several by commas or repeat the parameter. Send a tone
   * pattern that contains commas as an element of a JSON array in the body, where nothing is split.
   * @changed 1.3.0
   * @changed 2.0.0
   */
  readonly media: readonly string[];
  /**
   * Audio format of the announcer channel, e.g. `slin16`. Used only when the announcer is created, hence ignored
   * while an earlier playback is still running on this bridge. Default: `slin` for an empty bridge, the format of
   * the member when there is one, otherwise the signed-linear format whose sample rate is at least the highest rate
   * among the members.
   *
   * @since 2.0.0
   */
  readonly announcer_format?: string;
  /**
   * Language for sounds and spoken items, e.g. `fr`. Sounds missing in that language are taken from the default
   * language. Missing or empty means the language of the announcer, which is the default language of the server.
   */
  readonly lang?: string;
  /**
   * Milliseconds to skip at the beginning of the first item; later items start at their beginning. An offset beyond
   * the end finishes that item at once. Default `0`.
   */
  readonly offsetms: number;
  /**
   * Milliseconds that a later `forward` or `reverse` on this playback moves by. Default `3000`, which `0` stands
   * for as well.
   */
  readonly skipms: number;
  /**
   * Id for the new playback. Must not be in use. Missing or empty lets the server generate a UUID.
   *
   * @since 1.3.0
   */
  readonly playbackId?: string;
}

/**
 * What `bridges.play` may answer:
 * - 201: The queued playback; the `Location` header holds its path.
 * - 400: `media` is missing or empty, or `offsetms` or `skipms` is negative or not an integer.
 * - 404: There is no bridge with this id.
 * - 409: The bridge exists but was not made through this interface, or the requested playback id belongs to a
 *   playback that is queued or running.
 * - 422: `announcer_format` is not a format the server knows.
 */
export type BridgesPlayReply = Reply<201, Playback> | Refusal<400 | 404 | 409 | 422>;

/** What `bridges.playWithId` takes. */
export interface BridgesPlayWithIdParams {
  /** Id of the bridge. */
  readonly bridgeId: string;
  /** Id for the new playback. Must not be in use. */
  readonly playbackId: string;
  /**
   * One or more media URIs, played in the given order, e.g. `sound:hello-world`. Schemes: `sound:` (file name
   * without extension, or an http(s) URL), `recording:` (stored recording), `number:` (spoken number), `digits:`
   * (spoken one by one), `characters:` (spelled out) and `tone:` (name or pattern, optionally with
   * `;tonezone=<zone>`; sounds until stopped). Separate several by commas or repeat the parameter. Send a tone
   * pattern that contains commas as an element of a JSON array in the body, where nothing is split.
   * @changed 2.0.0
   */
  readonly media: readonly string[];
  /**
   * Audio format of the announcer channel, e.g. `slin16`. Used only when the announcer is created, hence ignored
   * while an earlier playback is still running on this bridge. Default: `slin` for an empty bridge, the format of
   * the member when there is one, otherwise the signed-linear format whose sample rate is at least the highest rate
   * among the members.
   *
   * @since 2.0.0
   */
  readonly announcer_format?: string;
  /**
   * Language for sounds and spoken items, e.g. `fr`. Sounds missing in that language are taken from the default
   * language. Missing or empty means the language of the announcer, which is the default language of the server.
   */
  readonly lang?: string;
  /**
   * Milliseconds to skip at the beginning of the first item; later items start at their beginning. An offset beyond
   * the end finishes that item at once. Default `0`.
   */
  readonly offsetms: number;
  /**
   * Milliseconds that a later `forward` or `reverse` on this playback moves by. Default `3000`, which `0` stands
   * for as well.
   */
  readonly skipms: number;
}

/**
 * What `bridges.playWithId` may answer:
 * - 201: The queued playback; the `Location` header holds its path.
 * - 400: `media` is missing or empty, or `offsetms` or `skipms` is negative or not an integer.
 * - 404: There is no bridge with this id.
 * - 409: The bridge exists but was not made through this interface, or the requested playback id belongs to a
 *   playback that is queued or running.
 * - 422: `announcer_format` is not a format the server knows.
 */
export type BridgesPlayWithIdReply = Reply<201, Playback> | Refusal<400 | 404 | 409 | 422>;

/** What `bridges.record` takes. */
export interface BridgesRecordParams {
  /** Id of the bridge. */
  readonly bridgeId: string;
  /**
   * Name of the recording without extension, e.g. `calls/2024/room-7`. Slashes make directories below the recording
   * directory; the name must not lead out of it.
   */
  readonly name: string;
  /** File format, given as the extension, e.g. `wav` (8 kHz), `wav16`, `sln16`, `ulaw`, `gsm` or `g722`. */
  readonly format: string;
  /**
   * Audio format of the recorder channel, e.g. `slin16`. Missing or empty means the format the file is saved in.
   *
   * @since 2.0.0
   */
  readonly recorder_format?: string;
  /** Seconds after which the recording ends by itself, not counting time spent paused. Default `0`: no limit. */
  readonly maxDurationSeconds: number;
  /**
   * Seconds of uninterrupted silence after which the recording ends by itself; a value above 0 also makes
   * `talking_duration` and `silence_duration` known. Default `0`: silence is not watched.
   */
  readonly maxSilenceSeconds: number;
  /**
   * What to do when a stored recording has this name, in whatever format: `fail` refuses the request, `overwrite`
   * starts the file afresh, `append` continues it. A live recording of the same name is always refused. Case does
   * not matter. Default `fail`.
   */
  readonly ifExists: 'fail' | 'overwrite' | 'append';
  /** Plays the sound `beep` before the recording starts. Default `false`. */
  readonly beep: boolean;
  /** Digit that ends the recording: `none`, `any`, `*` or `#`. Case does not matter. Default `none`. */
  readonly terminateOn: 'none' | 'any' | '*' | '#';
}

/**
 * What `bridges.record` may answer:
 * - 201: The queued recording; the `Location` header holds its path below `/recordings/live`.
 * - 400: `name` or `format` is missing, `name` leads out of the recording directory or is refused by the file
 *   system, a limit is negative, or `ifExists`, `terminateOn` or `beep` has a value that is not allowed.
 * - 404: There is no bridge with this id.
 * - 409: A live recording has this name, a stored one has it while `ifExists` is `fail`, or the bridge was not
 *   made through this interface.
 * - 422: `format` or `recorder_format` is not known to the server.
 */
export type BridgesRecordReply = Reply<201, LiveRecording> | Refusal<400 | 404 | 409 | 422>;

/**
 * Bridges: join channels, play and record to all of them, choose the video source.
 *
 * @since 1.0.0
 */
export interface BridgesOperations {
  /**
   * List the bridges that exist on the server.
   *
   * The list is ordered by id. It includes bridges that calls in the dialplan have formed on their own; those can
   * be read, but every operation that would change them answers 409.
   *
   * `GET /bridges`
   */
  readonly list: Handler<BridgesListParams, BridgesListReply>;
  /**
   * Make a bridge.
   *
   * The bridge exists and is empty when the answer arrives. No application is subscribed by this: `BridgeCreated`
   * reaches only applications that subscribe to all bridges, and an application is subscribed by itself as soon as
   * one of its channels is added. A bridge is never removed on its own when it becomes empty; destroy it when it is
   * no longer needed.
   *
   * `POST /bridges`
   */
  readonly create: Handler<BridgesCreateParams, BridgesCreateReply>;
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
   * @since 1.2.0
   */
  readonly createWithId: Handler<BridgesCreateWithIdParams, BridgesCreateWithIdReply>;
  /**
   * Look up one bridge.
   *
   * Works for every bridge, including those not made through this interface.
   *
   * `GET /bridges/{bridgeId}`
   */
  readonly get: Handler<BridgesGetParams, BridgesGetReply>;
  /**
   * Destroy a bridge and release its members.
   *
   * The members leave first, one `ChannelLeftBridge` each, then `BridgeDestroyed` follows. The channels are not
   * hung up: they stay in their applications. Playbacks on the bridge end as `failed`. An application that is
   * subscribed to the bridge only because its channels were inside may lose that subscription before
   * `BridgeDestroyed`; subscribe explicitly to be sure of it.
   *
   * `DELETE /bridges/{bridgeId}`
   */
  readonly destroy: Handler<BridgesDestroyParams, BridgesDestroyReply>;
  /**
   * Read one variable of a bridge.
   *
   * Bridge variables are separate from channel and global variables. The name is taken literally: neither functions
   * nor global variables are consulted.
   *
   * `GET /bridges/{bridgeId}/variable`
   *
   * @since 2.0.0
   */
  readonly getBridgeVar: Handler<BridgesGetBridgeVarParams, BridgesGetBridgeVarReply>;
  /**
   * Set or delete one variable of a bridge.
   *
   * Done when the answer arrives. Setting a bridge variable raises no event of its own.
   *
   * `POST /bridges/{bridgeId}/variable`
   *
   * @since 2.0.0
   */
  readonly setBridgeVar: Handler<BridgesSetBridgeVarParams, BridgesSetBridgeVarReply>;
  /**
   * Read several variables of a bridge.
   *
   * All or nothing: one unknown name fails the whole request. Unlike the single form, a name ending in `)` is
   * evaluated as a function, without a channel behind it.
   *
   * `GET /bridges/{bridgeId}/variables`
   *
   * @since 2.0.0
   */
  readonly getBridgeVars: Handler<BridgesGetBridgeVarsParams, BridgesGetBridgeVarsReply>;
  /**
   * Set several variables of a bridge.
   *
   * Done when the answer arrives; variables that are not mentioned stay as they are. No event is raised.
   *
   * `POST /bridges/{bridgeId}/variables`
   *
   * @since 2.0.0
   */
  readonly setBridgeVars: Handler<BridgesSetBridgeVarsParams, BridgesSetBridgeVarsReply>;
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
   */
  readonly addChannel: Handler<BridgesAddChannelParams, BridgesAddChannelReply>;
  /**
   * Take one or more channels out of a bridge.
   *
   * Answers once the channels have left, each announced by `ChannelLeftBridge`; the command takes its place in the
   * queue of each channel. The channels stay in their application, unbridged. All or nothing: if one of them is not
   * in this bridge, nobody is removed.
   *
   * `POST /bridges/{bridgeId}/removeChannel`
   */
  readonly removeChannel: Handler<BridgesRemoveChannelParams, BridgesRemoveChannelReply>;
  /**
   * Show the video of one member to all others.
   *
   * The video mode of the bridge becomes `single` and stays with this channel until another one is chosen or the
   * choice is cleared. `BridgeVideoSourceChanged` follows if the source really changes. The choice matters from
   * three members on.
   *
   * `POST /bridges/{bridgeId}/videoSource/{channelId}`
   *
   * @since 2.0.0
   */
  readonly setVideoSource: Handler<BridgesSetVideoSourceParams, BridgesSetVideoSourceReply>;
  /**
   * Let the video follow the talker again.
   *
   * Drops an explicitly chosen source; the video mode of the bridge becomes `talker`. `BridgeVideoSourceChanged`
   * follows when the shown source changes.
   *
   * `DELETE /bridges/{bridgeId}/videoSource`
   *
   * @since 2.0.0
   */
  readonly clearVideoSource: Handler<BridgesClearVideoSourceParams, BridgesClearVideoSourceReply>;
  /**
   * Start music on hold in a bridge, or switch its class.
   *
   * A hidden channel plays the music to all members until it is stopped. Starting again while music is on changes
   * to the given class. No event is raised.
   *
   * `POST /bridges/{bridgeId}/moh`
   */
  readonly startMoh: Handler<BridgesStartMohParams, BridgesStartMohReply>;
  /**
   * Stop music on hold in a bridge.
   *
   * Ends only music that was started on the bridge itself, not music started on a member channel. No event is
   * raised.
   *
   * `DELETE /bridges/{bridgeId}/moh`
   */
  readonly stopMoh: Handler<BridgesStopMohParams, BridgesStopMohReply>;
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
   */
  readonly play: Handler<BridgesPlayParams, BridgesPlayReply>;
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
   * @since 1.3.0
   */
  readonly playWithId: Handler<BridgesPlayWithIdParams, BridgesPlayWithIdReply>;
  /**
   * Record the mixed audio of a bridge.
   *
   * Answers when the recording is queued; `RecordingStarted` tells that it runs, `RecordingFinished` or
   * `RecordingFailed` how it ended. A hidden recorder channel hears what the members hear, and several recordings
   * of one bridge may run side by side. While it runs it is controlled under `/recordings/live`, afterwards found
   * under `/recordings/stored`.
   *
   * `POST /bridges/{bridgeId}/record`
   */
  readonly record: Handler<BridgesRecordParams, BridgesRecordReply>;
}

/** What `recordings.listStored` takes. */
export type RecordingsListStoredParams = NoParams;

/**
 * What `recordings.listStored` may answer:
 * - 200: The stored recordings; an empty list when there are none.
 */
export type RecordingsListStoredReply = Reply<200, readonly StoredRecording[]>;

/** What `recordings.getStored` takes. */
export interface RecordingsGetStoredParams {
  /**
   * Name of the stored recording: its path below the recording directory, without extension. For example
   * `calls/room-7`, whose slash is percent-encoded in the URL (`calls%2Froom-7`).
   */
  readonly recordingName: string;
}

/**
 * What `recordings.getStored` may answer:
 * - 200: Name and format of the recording.
 * - 404: There is no stored recording of this name; a name given with its extension is not found either.
 */
export type RecordingsGetStoredReply = Reply<200, StoredRecording> | Refusal<404>;

/** What `recordings.deleteStored` takes. */
export interface RecordingsDeleteStoredParams {
  /**
   * Name of the stored recording: its path below the recording directory, without extension. For example
   * `calls/room-7`, whose slash is percent-encoded in the URL (`calls%2Froom-7`).
   */
  readonly recordingName: string;
}

/**
 * What `recordings.deleteStored` may answer:
 * - 204: The file is gone.
 * - 404: There is no stored recording of this name; a name given with its extension is not found either.
 */
export type RecordingsDeleteStoredReply = Reply<204> | Refusal<404>;

/** What `recordings.getStoredFile` takes. */
export interface RecordingsGetStoredFileParams {
  /**
   * Name of the stored recording: its path below the recording directory, without extension. For example
   * `calls/room-7`, whose slash is percent-encoded in the URL (`calls%2Froom-7`).
   */
  readonly recordingName: string;
}

/**
 * What `recordings.getStoredFile` may answer:
 * - 200: The raw content of the file.
 * - 403: The file exists but the server cannot open it.
 * - 404: There is no stored recording of this name; a name given with its extension is not found either.
 * - 406: Asked over the websocket, which carries no binary bodies; fetch the file over HTTP.
 * - 416: The range that is asked for holds no byte of the file; `Content-Range` tells how long that is.
 */
export type RecordingsGetStoredFileReply = Reply<200, BinaryBody> | Refusal<403 | 404 | 406 | 416>;

/** What `recordings.copyStored` takes. */
export interface RecordingsCopyStoredParams {
  /**
   * Name of the stored recording: its path below the recording directory, without extension. For example
   * `calls/room-7`, whose slash is percent-encoded in the URL (`calls%2Froom-7`).
   */
  readonly recordingName: string;
  /**
   * Name of the copy: a plain name or a relative path below the recording directory, e.g. `archive/room-7`. Missing
   * directories are made; an extension is dropped, since the format stays that of the source.
   */
  readonly destinationRecordingName: string;
}

/**
 * What `recordings.copyStored` may answer:
 * - 200: Name and format of the copy.
 * - 400: `destinationRecordingName` is missing or empty.
 * - 403: The destination lies outside the recording directory.
 * - 404: There is no stored recording of this name; a name given with its extension is not found either.
 * - 409: A recording with the destination name exists, or is being made.
 */
export type RecordingsCopyStoredReply = Reply<200, StoredRecording> | Refusal<400 | 403 | 404 | 409>;

/** What `recordings.getLive` takes. */
export interface RecordingsGetLiveParams {
  /**
   * Name under which the recording was started. For example `calls/room-7`, whose slash is percent-encoded in the
   * URL (`calls%2Froom-7`).
   */
  readonly recordingName: string;
}

/**
 * What `recordings.getLive` may answer:
 * - 200: The recording as it is now.
 * - 404: No recording of this name is queued or in progress.
 */
export type RecordingsGetLiveReply = Reply<200, LiveRecording> | Refusal<404>;

/** What `recordings.cancel` takes. */
export interface RecordingsCancelParams {
  /**
   * Name under which the recording was started. For example `calls/room-7`, whose slash is percent-encoded in the
   * URL (`calls%2Froom-7`).
   */
  readonly recordingName: string;
}

/**
 * What `recordings.cancel` may answer:
 * - 204: The recording is being abandoned.
 * - 404: No recording of this name is queued or in progress.
 */
export type RecordingsCancelReply = Reply<204> | Refusal<404>;

/** What `recordings.stop` takes. */
export interface RecordingsStopParams {
  /**
   * Name under which the recording was started. For example `calls/room-7`, whose slash is percent-encoded in the
   * URL (`calls%2Froom-7`).
   */
  readonly recordingName: string;
}

/**
 * What `recordings.stop` may answer:
 * - 204: The recording is ending.
 * - 404: No recording of this name is queued or in progress.
 */
export type RecordingsStopReply = Reply<204> | Refusal<404>;

/** What `recordings.pause` takes. */
export interface RecordingsPauseParams {
  /**
   * Name under which the recording was started. For example `calls/room-7`, whose slash is percent-encoded in the
   * URL (`calls%2Froom-7`).
   */
  readonly recordingName: string;
}

/**
 * What `recordings.pause` may answer:
 * - 204: The recording is paused.
 * - 404: No recording of this name is queued or in progress.
 * - 409: The recording is still queued, or has just ended.
 */
export type RecordingsPauseReply = Reply<204> | Refusal<404 | 409>;

/** What `recordings.unpause` takes. */
export interface RecordingsUnpauseParams {
  /**
   * Name under which the recording was started. For example `calls/room-7`, whose slash is percent-encoded in the
   * URL (`calls%2Froom-7`).
   */
  readonly recordingName: string;
}

/**
 * What `recordings.unpause` may answer:
 * - 204: The recording is running.
 * - 404: No recording of this name is queued or in progress.
 * - 409: The recording is still queued, or has just ended.
 */
export type RecordingsUnpauseReply = Reply<204> | Refusal<404 | 409>;

/** What `recordings.mute` takes. */
export interface RecordingsMuteParams {
  /**
   * Name under which the recording was started. For example `calls/room-7`, whose slash is percent-encoded in the
   * URL (`calls%2Froom-7`).
   */
  readonly recordingName: string;
}

/**
 * What `recordings.mute` may answer:
 * - 204: Silence is being recorded.
 * - 404: No recording of this name is queued or in progress.
 * - 409: The recording is still queued, or has just ended.
 */
export type RecordingsMuteReply = Reply<204> | Refusal<404 | 409>;

/** What `recordings.unmute` takes. */
export interface RecordingsUnmuteParams {
  /**
   * Name under which the recording was started. For example `calls/room-7`, whose slash is percent-encoded in the
   * URL (`calls%2Froom-7`).
   */
  readonly recordingName: string;
}

/**
 * What `recordings.unmute` may answer:
 * - 204: The audio is being recorded.
 * - 404: No recording of this name is queued or in progress.
 * - 409: The recording is still queued, or has just ended.
 */
export type RecordingsUnmuteReply = Reply<204> | Refusal<404 | 409>;

/**
 * Recordings in progress and recordings on disk.
 *
 * @since 1.0.0
 */
export interface RecordingsOperations {
  /**
   * List the recordings on disk.
   *
   * Searches the recording directory with all its sub-directories and lists every file with a known media
   * extension, ordered by name. A recording in progress may already be among them.
   *
   * `GET /recordings/stored`
   */
  readonly listStored: Handler<RecordingsListStoredParams, RecordingsListStoredReply>;
  /**
   * Look up one stored recording.
   *
   * When files of this name exist in several formats, one of them is chosen.
   *
   * `GET /recordings/stored/{recordingName}`
   */
  readonly getStored: Handler<RecordingsGetStoredParams, RecordingsGetStoredReply>;
  /**
   * Remove a stored recording from disk.
   *
   * Cannot be undone. When files of this name exist in several formats, one of them is removed.
   *
   * `DELETE /recordings/stored/{recordingName}`
   */
  readonly deleteStored: Handler<RecordingsDeleteStoredParams, RecordingsDeleteStoredReply>;
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
   * @since 2.0.0
   * @changed 2.1.0
   */
  readonly getStoredFile: Handler<RecordingsGetStoredFileParams, RecordingsGetStoredFileReply>;
  /**
   * Duplicate a stored recording under another name.
   *
   * Done when the answer arrives. The copy keeps the format, and existing recordings are never overwritten.
   *
   * `POST /recordings/stored/{recordingName}/copy`
   *
   * @since 1.5.0
   */
  readonly copyStored: Handler<RecordingsCopyStoredParams, RecordingsCopyStoredReply>;
  /**
   * Look up a recording that is queued or in progress.
   *
   * Once a recording has ended it is found under `/recordings/stored` instead, provided it was kept.
   *
   * `GET /recordings/live/{recordingName}`
   */
  readonly getLive: Handler<RecordingsGetLiveParams, RecordingsGetLiveReply>;
  /**
   * Abandon a recording and throw away what was recorded.
   *
   * `RecordingFinished` with state `canceled` follows and nothing is stored. A recording that is still queued never
   * starts; its final event is sent all the same.
   *
   * `DELETE /recordings/live/{recordingName}`
   */
  readonly cancel: Handler<RecordingsCancelParams, RecordingsCancelReply>;
  /**
   * End a recording and keep what was recorded.
   *
   * `RecordingFinished` with state `done` follows, after which the file is complete. Works while paused or muted as
   * well. A recording that is still queued never starts; its `RecordingFinished` is sent all the same.
   *
   * `POST /recordings/live/{recordingName}/stop`
   */
  readonly stop: Handler<RecordingsStopParams, RecordingsStopReply>;
  /**
   * Interrupt a recording.
   *
   * Nothing is written until it is resumed: the time in between is missing from the file, counts towards neither
   * the duration nor the maximum duration, and silence is not watched. The state becomes `paused`; no event is
   * raised. Pausing twice is harmless.
   *
   * `POST /recordings/live/{recordingName}/pause`
   */
  readonly pause: Handler<RecordingsPauseParams, RecordingsPauseReply>;
  /**
   * Resume an interrupted recording.
   *
   * The state becomes `recording` again; no event is raised. Harmless when it is not paused.
   *
   * `DELETE /recordings/live/{recordingName}/pause`
   */
  readonly unpause: Handler<RecordingsUnpauseParams, RecordingsUnpauseReply>;
  /**
   * Write silence instead of the audio.
   *
   * Unlike pausing, time goes on in the file. Muting shows neither in the state nor by an event. Repeating it is
   * harmless.
   *
   * `POST /recordings/live/{recordingName}/mute`
   */
  readonly mute: Handler<RecordingsMuteParams, RecordingsMuteReply>;
  /**
   * Write the real audio again after muting.
   *
   * No event is raised. Harmless when it is not muted.
   *
   * `DELETE /recordings/live/{recordingName}/mute`
   */
  readonly unmute: Handler<RecordingsUnmuteParams, RecordingsUnmuteReply>;
}

/** What `sounds.list` takes. */
export interface SoundsListParams {
  /** Language to look for, compared exactly, e.g. `en` or `fr`. Missing or empty means every language. */
  readonly lang?: string;
  /**
   * Audio format to look for, compared exactly: the name of the codec, e.g. `slin`, `ulaw` or `gsm`, not the file
   * extension. Missing or empty means every format.
   */
  readonly format?: string;
}

/**
 * What `sounds.list` may answer:
 * - 200: The matching sounds.
 * - 404: No sound matches the filters.
 */
export type SoundsListReply = Reply<200, readonly Sound[]> | Refusal<404>;

/** What `sounds.get` takes. */
export interface SoundsGetParams {
  /** Id of the sound: its name without language and extension. Write slashes in it as `%2F`, e.g. `digits%2F1`. */
  readonly soundId: string;
}

/**
 * What `sounds.get` may answer:
 * - 200: The sound with all its languages and formats.
 * - 404: There is no sound with this id.
 */
export type SoundsGetReply = Reply<200, Sound> | Refusal<404>;

/**
 * The prompts that can be played, by language and format.
 *
 * @since 1.0.0
 */
export interface SoundsOperations {
  /**
   * List the installed sounds.
   *
   * Filters also shorten `formats` of each sound to the entries that match; with both given, an entry must match
   * both. The order of the list is not defined.
   *
   * `GET /sounds`
   */
  readonly list: Handler<SoundsListParams, SoundsListReply>;
  /**
   * Look up one installed sound.
   *
   * `GET /sounds/{soundId}`
   */
  readonly get: Handler<SoundsGetParams, SoundsGetReply>;
}

/** What `playbacks.get` takes. */
export interface PlaybacksGetParams {
  /** Id of the playback, as returned when it was requested on a channel or bridge. */
  readonly playbackId: string;
}

/**
 * What `playbacks.get` may answer:
 * - 200: The playback as it is now.
 * - 404: There is no playback with this id, or it is over.
 */
export type PlaybacksGetReply = Reply<200, Playback> | Refusal<404>;

/** What `playbacks.stop` takes. */
export interface PlaybacksStopParams {
  /** Id of the playback, as returned when it was requested on a channel or bridge. */
  readonly playbackId: string;
}

/**
 * What `playbacks.stop` may answer:
 * - 204: The playback is ending, or will not start.
 * - 404: There is no playback with this id, or it is over.
 * - 409: The playback cannot be stopped in its present state, for example while a number, digits or characters
 *   are being spoken.
 */
export type PlaybacksStopReply = Reply<204> | Refusal<404 | 409>;

/** What `playbacks.control` takes. */
export interface PlaybacksControlParams {
  /** Id of the playback, as returned when it was requested on a channel or bridge. */
  readonly playbackId: string;
  /**
   * What to do: `restart` begins the current item again, `pause` and `unpause` interrupt and resume it, `forward`
   * and `reverse` move by the `skipms` the playback was requested with. Case counts.
   */
  readonly operation: 'restart' | 'pause' | 'unpause' | 'reverse' | 'forward';
}

/**
 * What `playbacks.control` may answer:
 * - 204: The operation has been carried out, or nothing needed doing.
 * - 400: `operation` is missing or not one of the listed values; this is checked before the playback is looked
 *   up.
 * - 404: There is no playback with this id, or it is over.
 * - 409: The operation does not fit the present state: `pause`, `unpause`, `forward` or `reverse` while queued,
 *   `restart`, `forward` or `reverse` while paused, or any of them while the medium (a spoken number, digits,
 *   characters) takes no control.
 */
export type PlaybacksControlReply = Reply<204> | Refusal<400 | 404 | 409>;

/**
 * Media that is playing: look at it, pause it, move in it, stop it.
 *
 * @since 1.0.0
 */
export interface PlaybacksOperations {
  /**
   * Look up a playback that is queued or running.
   *
   * A playback disappears as soon as its `PlaybackFinished` is sent; how it ended is told by that event only.
   *
   * `GET /playbacks/{playbackId}`
   */
  readonly get: Handler<PlaybacksGetParams, PlaybacksGetReply>;
  /**
   * End a playback, including all remaining items.
   *
   * `PlaybackFinished` with state `done` follows. A playback that is still queued never starts; it too is closed by
   * its `PlaybackFinished`, without a `PlaybackStarted` before. A tone sounds until it is stopped this way or its
   * target goes away.
   *
   * `DELETE /playbacks/{playbackId}`
   */
  readonly stop: Handler<PlaybacksStopParams, PlaybacksStopReply>;
  /**
   * Pause, resume, rewind or advance a playback.
   *
   * Only `unpause` of a paused playback raises an event: `PlaybackStarted` once more. `pause` on a paused one,
   * `unpause` on a playing one and `restart` on a queued one are accepted and change nothing. A tone cannot be
   * moved within: `forward` and `reverse` are accepted and do nothing, and `unpause` begins it anew.
   *
   * `POST /playbacks/{playbackId}/control`
   */
  readonly control: Handler<PlaybacksControlParams, PlaybacksControlReply>;
}

/** What `deviceStates.list` takes. */
export type DeviceStatesListParams = NoParams;

/**
 * What `deviceStates.list` may answer:
 * - 200: All devices with the prefix `Stasis:` that have a state. Empty when there is none.
 */
export type DeviceStatesListReply = Reply<200, readonly DeviceState[]>;

/** What `deviceStates.get` takes. */
export interface DeviceStatesGetParams {
  /** Name of the device, for example `Stasis:lamp`, or `PJSIP/alice` written as `PJSIP%2Falice`. */
  readonly deviceName: string;
}

/**
 * What `deviceStates.get` may answer:
 * - 200: The device and its present state.
 */
export type DeviceStatesGetReply = Reply<200, DeviceState>;

/** What `deviceStates.update` takes. */
export interface DeviceStatesUpdateParams {
  /**
   * Name of the device, beginning with `Stasis:` (in any case), for example `Stasis:lamp`. Only such names are
   * under the control of this interface.
   */
  readonly deviceName: string;
  /** New state, in any case. `UNKNOWN` cannot be set; delete the device instead. */
  readonly deviceState: 'NOT_INUSE' | 'INUSE' | 'BUSY' | 'INVALID' | 'UNAVAILABLE' | 'RINGING' | 'RINGINUSE' | 'ONHOLD';
}

/**
 * What `deviceStates.update` may answer:
 * - 204: The device has the new state.
 * - 400: `deviceState` is missing or is not one of the states that can be set.
 * - 404: Nothing follows the prefix `Stasis:` in the name.
 * - 409: The name does not begin with `Stasis:`, so the device is not controlled by this interface.
 */
export type DeviceStatesUpdateReply = Reply<204> | Refusal<400 | 404 | 409>;

/** What `deviceStates.delete` takes. */
export interface DeviceStatesDeleteParams {
  /**
   * Name of the device, beginning with `Stasis:` (in any case), for example `Stasis:lamp`. Only such names are
   * under the control of this interface.
   */
  readonly deviceName: string;
}

/**
 * What `deviceStates.delete` may answer:
 * - 204: The device has no state any more; also sent when it had none.
 * - 404: Nothing follows the prefix `Stasis:` in the name.
 * - 409: The name does not begin with `Stasis:`, so the device is not controlled by this interface.
 */
export type DeviceStatesDeleteReply = Reply<204> | Refusal<404 | 409>;

/**
 * States of devices, and the custom devices an application keeps itself.
 *
 * @since 1.0.0
 */
export interface DeviceStatesOperations {
  /**
   * List the device states set through this interface.
   *
   * Devices of other origin are not listed; ask for them by name.
   *
   * `GET /deviceStates`
   */
  readonly list: Handler<DeviceStatesListParams, DeviceStatesListReply>;
  /**
   * Get the state of a device.
   *
   * Works for any device, not only for those set here, and never answers 404: a `Stasis:` name without a state is
   * `UNKNOWN`, a name that no part of the server is responsible for is `INVALID`.
   *
   * `GET /deviceStates/{deviceName}`
   */
  readonly get: Handler<DeviceStatesGetParams, DeviceStatesGetReply>;
  /**
   * Set the state of a device, creating it if need be.
   *
   * The state is in force when the answer is sent, drives dialplan hints that name the device, and survives a
   * restart. Applications subscribed to the device, or to all devices, get DeviceStateChanged.
   *
   * `PUT /deviceStates/{deviceName}`
   */
  readonly update: Handler<DeviceStatesUpdateParams, DeviceStatesUpdateReply>;
  /**
   * Remove a device state.
   *
   * From then on the device reads as `UNKNOWN` and is no longer listed. No DeviceStateChanged is sent.
   *
   * `DELETE /deviceStates/{deviceName}`
   */
  readonly delete: Handler<DeviceStatesDeleteParams, DeviceStatesDeleteReply>;
}

/** What `mailboxes.list` takes. */
export type MailboxesListParams = NoParams;

/**
 * What `mailboxes.list` may answer:
 * - 200: All mailboxes with their counts. Empty when there is none.
 */
export type MailboxesListReply = Reply<200, readonly Mailbox[]>;

/** What `mailboxes.get` takes. */
export interface MailboxesGetParams {
  /** Name of the mailbox, for example `6001@default`. */
  readonly mailboxName: string;
}

/**
 * What `mailboxes.get` may answer:
 * - 200: The mailbox with its counts.
 * - 404: There is no mailbox of that name.
 */
export type MailboxesGetReply = Reply<200, Mailbox> | Refusal<404>;

/** What `mailboxes.update` takes. */
export interface MailboxesUpdateParams {
  /** Name of the mailbox, for example `6001@default`. */
  readonly mailboxName: string;
  /**
   * Number of old (already heard) messages, 0 or more. The count replaces the former one. A missing, negative or
   * non-numeric value is refused with 400.
   */
  readonly oldMessages: number;
  /**
   * Number of new (not yet heard) messages, 0 or more. The count replaces the former one. A missing, negative or
   * non-numeric value is refused with 400.
   */
  readonly newMessages: number;
}

/**
 * What `mailboxes.update` may answer:
 * - 204: The mailbox exists and has these counts.
 * - 404: Reserved: known to clients of older descriptions; the server does not send it.
 */
export type MailboxesUpdateReply = Reply<204> | Refusal<404>;

/** What `mailboxes.delete` takes. */
export interface MailboxesDeleteParams {
  /** Name of the mailbox, for example `6001@default`. */
  readonly mailboxName: string;
}

/**
 * What `mailboxes.delete` may answer:
 * - 204: The mailbox is gone.
 * - 404: There is no mailbox of that name.
 */
export type MailboxesDeleteReply = Reply<204> | Refusal<404>;

/**
 * Message counts of mailboxes kept outside the server, for message-waiting lamps.
 *
 * @since 1.1.0
 */
export interface MailboxesOperations {
  /**
   * List the mailboxes.
   *
   * Mailboxes hold message counts of an external voicemail system; no messages are stored here. The external
   * message-waiting module has to be loaded: without it, the paths of this resource do not exist.
   *
   * `GET /mailboxes`
   */
  readonly list: Handler<MailboxesListParams, MailboxesListReply>;
  /**
   * Get one mailbox.
   *
   * `GET /mailboxes/{mailboxName}`
   */
  readonly get: Handler<MailboxesGetParams, MailboxesGetReply>;
  /**
   * Set the message counts of a mailbox, creating it if need be.
   *
   * The counts are stored, survive a restart and are passed on to the devices that watch the mailbox, which switch
   * their message-waiting indication accordingly.
   *
   * `PUT /mailboxes/{mailboxName}`
   */
  readonly update: Handler<MailboxesUpdateParams, MailboxesUpdateReply>;
  /**
   * Delete a mailbox.
   *
   * Counts of zero are passed on first, so that devices watching the mailbox switch off their message-waiting
   * indication.
   *
   * `DELETE /mailboxes/{mailboxName}`
   */
  readonly delete: Handler<MailboxesDeleteParams, MailboxesDeleteReply>;
}

/** What `events.eventWebsocket` takes. */
export interface EventsEventWebsocketParams {
  /**
   * Names of the applications to register, at most 73 characters each. Comma-separated, e.g. `ivr,queue`, or given
   * repeatedly. With several names on one socket, the `application` field of each message tells them apart.
   */
  readonly app: readonly string[];
  /**
   * Whether the applications are subscribed to all channels, bridges, endpoints and device states, rather than only
   * to what concerns them. Defaults to `false`. It takes effect when an application is registered anew; a socket
   * that replaces a connected one takes over the subscriptions as they stand. `StasisStart` and `StasisEnd` still
   * go only to the application the channel enters or leaves.
   *
   * @since 1.7.0
   */
  readonly subscribeAll: boolean;
  /**
   * Whether to number the events of these applications and to keep them for a while when the connection drops, so
   * that a later connection can get what it missed. While it is on, every event carries `sequence`, and the
   * application with all its subscriptions outlives its socket for the configured time (`resume_age`). Default
   * `false`: nothing is numbered or kept.
   *
   * @since 2.1.0
   */
  readonly resume: boolean;
  /**
   * With `resume`: the `sequence` of the last event that arrived before the connection was lost. Everything after
   * it is sent again, in order, before anything new; what is no longer kept is reported by one `EventsMissed`
   * first, and so is a number from before a restart. `0` stands for an application that has seen no event yet:
   * everything kept is sent. A plain number speaks for the only application; with several, write
   * `sales:17,support:4`. Refused with 400 when `resume` is not `true`. Without it nothing is sent again.
   *
   * @since 2.1.0
   */
  readonly lastSequence?: readonly string[];
}

/** What `events.userEvent` takes. */
export interface EventsUserEventParams {
  /** Name of the event, free text, e.g. `agent-ready`. It appears as `eventname` in the event. */
  readonly eventName: string;
  /** Name of the application that receives the event. */
  readonly application: string;
  /**
   * Objects to attach as snapshots: `channel:<channelId>`, `bridge:<bridgeId>` or `endpoint:<tech>/<resource>`.
   * Comma-separated, given repeatedly, or a JSON array. Without it the event carries no snapshot. Device states
   * cannot be attached.
   */
  readonly source?: readonly string[];
  /**
   * Data of your own, wrapped in the key `variables` of the JSON body, e.g. `{"variables": {"ticket": 42, "tags":
   * ["vip"]}}`. Values of every JSON type are passed on unchanged under `userevent`; a member named `eventname` is
   * overwritten. Without it `userevent` holds only `eventname`.
   *
   * Up to 1024 members.
   *
   * Up to 1048576 characters a value.
   */
  readonly variables?: JsonObject;
}

/**
 * What `events.userEvent` may answer:
 * - 204: The event has been handed to the application.
 * - 400: `application` is missing, a source has an unknown scheme (`deviceState:` included), or `variables` is
 *   not an object.
 * - 404: No application of that name exists.
 * - 422: A source names a channel, bridge or endpoint that does not exist.
 */
export type EventsUserEventReply = Reply<204> | Refusal<400 | 404 | 422>;

/** What `events.claimChannel` takes. */
export interface EventsClaimChannelParams {
  /** Id of the channel, as in `channel.id` of the `CallBroadcast`. */
  readonly channelId: string;
  /** Name of the application that is to control the channel. */
  readonly application: string;
}

/**
 * What `events.claimChannel` may answer:
 * - 204: The claim has won; `StasisStart` follows.
 * - 400: `channelId` or `application` is missing.
 * - 404: The channel is not being broadcast: it is unknown, was never broadcast, or its broadcast and the
 *   application session that followed are over.
 * - 409: The claim came too late: another claim (even by the same application) has won, or the broadcast has
 *   timed out. Answered until the application session of the channel ends.
 */
export type EventsClaimChannelReply = Reply<204> | Refusal<400 | 404 | 409>;

/**
 * The websocket on which events arrive, events of your own, and claiming broadcast calls.
 *
 * @since 1.0.0
 */
export interface EventsOperations {
  /**
   * Send a user event to an application.
   *
   * Raises `ChannelUserevent` for the named application only; other applications do not get it, whatever their
   * subscriptions. Each source adds a snapshot of its object to the event. When several sources are of the same
   * kind, the last one is shown.
   *
   * `POST /events/user/{eventName}`
   *
   * @since 1.3.0
   */
  readonly userEvent: Handler<EventsUserEventParams, EventsUserEventReply>;
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
   * @since 2.0.0
   */
  readonly claimChannel: Handler<EventsClaimChannelParams, EventsClaimChannelReply>;
}

/** What `applications.list` takes. */
export type ApplicationsListParams = NoParams;

/**
 * What `applications.list` may answer:
 * - 200: All applications, sorted by name. Empty when there is none.
 */
export type ApplicationsListReply = Reply<200, readonly Application[]>;

/** What `applications.get` takes. */
export interface ApplicationsGetParams {
  /** Name of the application, as given in `app` when its websocket was opened. Case-sensitive. */
  readonly applicationName: string;
}

/**
 * What `applications.get` may answer:
 * - 200: The application with its present subscriptions and filter.
 * - 404: No application of that name exists: no websocket serves it and nothing keeps it alive.
 */
export type ApplicationsGetReply = Reply<200, Application> | Refusal<404>;

/** What `applications.subscribe` takes. */
export interface ApplicationsSubscribeParams {
  /** Name of the application, as given in `app` when its websocket was opened. Case-sensitive. */
  readonly applicationName: string;
  /**
   * What to subscribe to: `channel:<id>`, `bridge:<id>`, `endpoint:<technology>/<resource>`,
   * `endpoint:<technology>` or `deviceState:<name>`. An endpoint source covers the endpoint, its channels and its
   * text messages; with the technology alone, all endpoints and channels of that technology, as long as it is
   * loaded. With nothing after the colon (`channel:`, `bridge:`, `endpoint:`, `deviceState:`), everything of that
   * kind is meant, and later subscriptions to single objects of the kind are not recorded. Several may be given,
   * separated by commas, by repeating the parameter, or as an array in a JSON body. Scheme names are
   * case-sensitive.
   */
  readonly eventSource: readonly string[];
}

/**
 * What `applications.subscribe` may answer:
 * - 200: The application with its subscriptions as they are now.
 * - 400: `eventSource` is missing, or a source has no scheme or an unknown one.
 * - 404: No application of that name exists: no websocket serves it and nothing keeps it alive.
 * - 422: A channel, bridge, endpoint or technology named as a source does not exist. Device names are not
 *   checked.
 */
export type ApplicationsSubscribeReply = Reply<200, Application> | Refusal<400 | 404 | 422>;

/** What `applications.unsubscribe` takes. */
export interface ApplicationsUnsubscribeParams {
  /** Name of the application, as given in `app` when its websocket was opened. Case-sensitive. */
  readonly applicationName: string;
  /**
   * What to unsubscribe from, in the forms that subscribing takes. For everything of a kind, both `channel:` and
   * the name that the application shows (`channel:__AST_CHANNEL_ALL_TOPIC`) are accepted. Several may be given,
   * separated by commas, by repeating the parameter, or as an array in a JSON body. Scheme names are
   * case-sensitive.
   */
  readonly eventSource: readonly string[];
}

/**
 * What `applications.unsubscribe` may answer:
 * - 200: The application with its subscriptions as they are now.
 * - 400: `eventSource` is missing, or a source has no scheme or an unknown one.
 * - 404: No application of that name exists: no websocket serves it and nothing keeps it alive.
 * - 409: Reserved: known to clients of older descriptions; the server does not send it.
 * - 422: The application holds no such subscription. A single object that is covered only by a subscription to
 *   its whole kind counts as not subscribed.
 */
export type ApplicationsUnsubscribeReply = Reply<200, Application> | Refusal<400 | 404 | 409 | 422>;

/** What `applications.filter` takes. */
export interface ApplicationsFilterParams {
  /** Name of the application, as given in `app` when its websocket was opened. Case-sensitive. */
  readonly applicationName: string;
  /**
   * The whole JSON body is the filter: an object with the optional arrays `allowed` and `disallowed`, whose entries
   * are objects with the event type in `type`, as in
   * `{"allowed":[{"type":"StasisStart"},{"type":"StasisEnd"}],"disallowed":[]}`. An empty array empties that list.
   * Types are compared exactly; unknown ones are accepted and match nothing. Members other than these two have no
   * effect, so wrapping the filter in a member `filter` changes nothing.
   */
  readonly filter?: JsonValue;
}

/**
 * What `applications.filter` may answer:
 * - 200: The application with the filter now in force.
 * - 400: `allowed` or `disallowed` is not an array, or an entry is not an object with a non-empty text in `type`.
 *   The former filter stays.
 * - 404: No application of that name exists: no websocket serves it and nothing keeps it alive.
 */
export type ApplicationsFilterReply = Reply<200, Application> | Refusal<400 | 404>;

/**
 * Connected applications: what they are subscribed to and which events they want.
 *
 * @since 1.0.0
 */
export interface ApplicationsOperations {
  /**
   * List the applications.
   *
   * An application comes into being when a websocket names it. It outlives its websocket while it still has
   * channels or subscriptions to channels, bridges or endpoints; it is then listed but receives nothing, and events
   * of that time are lost.
   *
   * `GET /applications`
   */
  readonly list: Handler<ApplicationsListParams, ApplicationsListReply>;
  /**
   * Get one application.
   *
   * `GET /applications/{applicationName}`
   */
  readonly get: Handler<ApplicationsGetParams, ApplicationsGetReply>;
  /**
   * Subscribe an application to event sources.
   *
   * Takes effect before the answer is sent. A list is all or nothing: when one source is refused, none takes
   * effect. Subscriptions to channels, bridges and endpoints are counted, so each one needs its own unsubscribe;
   * those to device states are not. They end by themselves when the object ends. However many subscriptions match,
   * an application gets each event once.
   *
   * `POST /applications/{applicationName}/subscription`
   */
  readonly subscribe: Handler<ApplicationsSubscribeParams, ApplicationsSubscribeReply>;
  /**
   * Unsubscribe an application from event sources.
   *
   * Takes back one subscription per source; a channel, bridge or endpoint subscribed to several times goes on
   * sending events until the last one is taken back. A list is all or nothing: when one source is refused, none is
   * taken back.
   *
   * `DELETE /applications/{applicationName}/subscription`
   */
  readonly unsubscribe: Handler<ApplicationsUnsubscribeParams, ApplicationsUnsubscribeReply>;
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
   * @since 2.0.0
   */
  readonly filter: Handler<ApplicationsFilterParams, ApplicationsFilterReply>;
}

/** The whole interface: one object of handlers per resource. */
export interface Operations {
  readonly server: ServerOperations;
  readonly endpoints: EndpointsOperations;
  readonly channels: ChannelsOperations;
  readonly bridges: BridgesOperations;
  readonly recordings: RecordingsOperations;
  readonly sounds: SoundsOperations;
  readonly playbacks: PlaybacksOperations;
  readonly deviceStates: DeviceStatesOperations;
  readonly mailboxes: MailboxesOperations;
  readonly events: EventsOperations;
  readonly applications: ApplicationsOperations;
}
