// Generated from api-docs/ by codegen/emit/operations.ts. Do not edit; run: npm run generate
import type { BinaryBody, Handler, NoParams, Refusal, Reply } from '../src/contract/handler';
import type { JsonObject, JsonValue } from '../src/contract/json';
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

export interface ServerGetObjectParams {
  readonly configClass: string;
  readonly objectType: string;
  readonly id: string;
}

export type ServerGetObjectReply = Reply<200, readonly ConfigTuple[]> | Refusal<404>;

export interface ServerUpdateObjectParams {
  readonly configClass: string;
  readonly objectType: string;
  readonly id: string;
  readonly fields?: readonly ConfigTuple[];
}

export type ServerUpdateObjectReply = Reply<200, readonly ConfigTuple[]> | Refusal<400 | 403 | 404>;

export interface ServerDeleteObjectParams {
  readonly configClass: string;
  readonly objectType: string;
  readonly id: string;
}

export type ServerDeleteObjectReply = Reply<204> | Refusal<403 | 404>;

export interface ServerGetInfoParams {
  readonly only?: readonly ('build' | 'system' | 'config' | 'status')[];
}

export type ServerGetInfoReply = Reply<200, AsteriskInfo>;

export type ServerPingParams = NoParams;

export type ServerPingReply = Reply<200, AsteriskPing>;

export type ServerListModulesParams = NoParams;

export type ServerListModulesReply = Reply<200, readonly Module[]>;

export interface ServerGetModuleParams {
  readonly moduleName: string;
}

export type ServerGetModuleReply = Reply<200, Module> | Refusal<404 | 409>;

export interface ServerLoadModuleParams {
  readonly moduleName: string;
}

export type ServerLoadModuleReply = Reply<204> | Refusal<409>;

export interface ServerUnloadModuleParams {
  readonly moduleName: string;
}

export type ServerUnloadModuleReply = Reply<204> | Refusal<404 | 409>;

export interface ServerReloadModuleParams {
  readonly moduleName: string;
}

export type ServerReloadModuleReply = Reply<204> | Refusal<404 | 409>;

export type ServerListLogChannelsParams = NoParams;

export type ServerListLogChannelsReply = Reply<200, readonly LogChannel[]>;

export interface ServerAddLogParams {
  readonly logChannelName: string;
  readonly configuration: string;
}

export type ServerAddLogReply = Reply<204> | Refusal<400 | 409>;

export interface ServerDeleteLogParams {
  readonly logChannelName: string;
}

export type ServerDeleteLogReply = Reply<204> | Refusal<404>;

export interface ServerRotateLogParams {
  readonly logChannelName: string;
}

export type ServerRotateLogReply = Reply<204> | Refusal<404>;

export interface ServerGetSipMessagesParams {
  readonly after: number;
}

export type ServerGetSipMessagesReply = Reply<200, readonly SipMessage[]>;

export interface ServerGetGlobalVarParams {
  readonly variable: string;
}

export type ServerGetGlobalVarReply = Reply<200, Variable> | Refusal<400>;

export interface ServerSetGlobalVarParams {
  readonly variable: string;
  readonly value?: string;
}

export type ServerSetGlobalVarReply = Reply<204> | Refusal<400 | 403>;

export interface ServerOperations {
  /** GET /server/{configClass}/{objectType}/{id} */
  readonly getObject: Handler<ServerGetObjectParams, ServerGetObjectReply>;
  /** PUT /server/{configClass}/{objectType}/{id} */
  readonly updateObject: Handler<ServerUpdateObjectParams, ServerUpdateObjectReply>;
  /** DELETE /server/{configClass}/{objectType}/{id} */
  readonly deleteObject: Handler<ServerDeleteObjectParams, ServerDeleteObjectReply>;
  /** GET /server/info */
  readonly getInfo: Handler<ServerGetInfoParams, ServerGetInfoReply>;
  /** GET /server/ping */
  readonly ping: Handler<ServerPingParams, ServerPingReply>;
  /** GET /server/modules */
  readonly listModules: Handler<ServerListModulesParams, ServerListModulesReply>;
  /** GET /server/modules/{moduleName} */
  readonly getModule: Handler<ServerGetModuleParams, ServerGetModuleReply>;
  /** POST /server/modules/{moduleName} */
  readonly loadModule: Handler<ServerLoadModuleParams, ServerLoadModuleReply>;
  /** DELETE /server/modules/{moduleName} */
  readonly unloadModule: Handler<ServerUnloadModuleParams, ServerUnloadModuleReply>;
  /** PUT /server/modules/{moduleName} */
  readonly reloadModule: Handler<ServerReloadModuleParams, ServerReloadModuleReply>;
  /** GET /server/logging */
  readonly listLogChannels: Handler<ServerListLogChannelsParams, ServerListLogChannelsReply>;
  /** POST /server/logging/{logChannelName} */
  readonly addLog: Handler<ServerAddLogParams, ServerAddLogReply>;
  /** DELETE /server/logging/{logChannelName} */
  readonly deleteLog: Handler<ServerDeleteLogParams, ServerDeleteLogReply>;
  /** PUT /server/logging/{logChannelName}/rotate */
  readonly rotateLog: Handler<ServerRotateLogParams, ServerRotateLogReply>;
  /** GET /server/sip */
  readonly getSipMessages: Handler<ServerGetSipMessagesParams, ServerGetSipMessagesReply>;
  /** GET /server/variable */
  readonly getGlobalVar: Handler<ServerGetGlobalVarParams, ServerGetGlobalVarReply>;
  /** POST /server/variable */
  readonly setGlobalVar: Handler<ServerSetGlobalVarParams, ServerSetGlobalVarReply>;
}

export type EndpointsListParams = NoParams;

export type EndpointsListReply = Reply<200, readonly Endpoint[]>;

export interface EndpointsSendMessageParams {
  readonly to: string;
  readonly from: string;
  readonly body?: string;
  readonly variables?: JsonObject;
}

export type EndpointsSendMessageReply = Reply<202> | Refusal<400 | 404>;

export interface EndpointsReferParams {
  readonly to: string;
  readonly from: string;
  readonly refer_to: string;
  readonly to_self: boolean;
  readonly display_name?: string;
  readonly variables?: JsonObject;
}

export type EndpointsReferReply = Reply<202> | Refusal<400 | 404>;

export interface EndpointsListByTechParams {
  readonly tech: string;
}

export type EndpointsListByTechReply = Reply<200, readonly Endpoint[]> | Refusal<404>;

export interface EndpointsGetParams {
  readonly tech: string;
  readonly resource: string;
}

export type EndpointsGetReply = Reply<200, Endpoint> | Refusal<400 | 404>;

export interface EndpointsSendMessageToEndpointParams {
  readonly tech: string;
  readonly resource: string;
  readonly from: string;
  readonly body?: string;
  readonly variables?: JsonObject;
}

export type EndpointsSendMessageToEndpointReply = Reply<202> | Refusal<400 | 404>;

export interface EndpointsReferToEndpointParams {
  readonly tech: string;
  readonly resource: string;
  readonly from: string;
  readonly refer_to: string;
  readonly to_self: boolean;
  readonly display_name?: string;
  readonly variables?: JsonObject;
}

export type EndpointsReferToEndpointReply = Reply<202> | Refusal<400 | 404>;

export interface EndpointsOperations {
  /** GET /endpoints */
  readonly list: Handler<EndpointsListParams, EndpointsListReply>;
  /** PUT /endpoints/sendMessage */
  readonly sendMessage: Handler<EndpointsSendMessageParams, EndpointsSendMessageReply>;
  /** POST /endpoints/refer */
  readonly refer: Handler<EndpointsReferParams, EndpointsReferReply>;
  /** GET /endpoints/{tech} */
  readonly listByTech: Handler<EndpointsListByTechParams, EndpointsListByTechReply>;
  /** GET /endpoints/{tech}/{resource} */
  readonly get: Handler<EndpointsGetParams, EndpointsGetReply>;
  /** PUT /endpoints/{tech}/{resource}/sendMessage */
  readonly sendMessageToEndpoint: Handler<EndpointsSendMessageToEndpointParams, EndpointsSendMessageToEndpointReply>;
  /** POST /endpoints/{tech}/{resource}/refer */
  readonly referToEndpoint: Handler<EndpointsReferToEndpointParams, EndpointsReferToEndpointReply>;
}

export type ChannelsListParams = NoParams;

export type ChannelsListReply = Reply<200, readonly Channel[]>;

export interface ChannelsOriginateParams {
  readonly endpoint: string;
  readonly extension?: string;
  readonly context?: string;
  readonly priority?: number;
  readonly label?: string;
  readonly app?: string;
  readonly appArgs?: string;
  readonly callerId?: string;
  readonly timeout: number;
  readonly variables?: JsonObject;
  readonly channelId?: string;
  readonly otherChannelId?: string;
  readonly originator?: string;
  readonly formats?: string;
  readonly bridge?: string;
}

export type ChannelsOriginateReply = Reply<200, Channel> | Refusal<400 | 404 | 409>;

export interface ChannelsCreateParams {
  readonly endpoint: string;
  readonly app: string;
  readonly appArgs?: string;
  readonly channelId?: string;
  readonly otherChannelId?: string;
  readonly originator?: string;
  readonly formats?: string;
  readonly variables?: JsonObject;
  readonly bridge?: string;
}

export type ChannelsCreateReply = Reply<200, Channel> | Refusal<400 | 404 | 409>;

export interface ChannelsGetParams {
  readonly channelId: string;
}

export type ChannelsGetReply = Reply<200, Channel> | Refusal<404>;

export interface ChannelsOriginateWithIdParams {
  readonly channelId: string;
  readonly endpoint: string;
  readonly extension?: string;
  readonly context?: string;
  readonly priority?: number;
  readonly label?: string;
  readonly app?: string;
  readonly appArgs?: string;
  readonly callerId?: string;
  readonly timeout: number;
  readonly variables?: JsonObject;
  readonly otherChannelId?: string;
  readonly originator?: string;
  readonly formats?: string;
  readonly bridge?: string;
}

export type ChannelsOriginateWithIdReply = Reply<200, Channel> | Refusal<400 | 404 | 409>;

export interface ChannelsHangupParams {
  readonly channelId: string;
  readonly reason_code?: string;
  readonly reason?: 'normal' | 'busy' | 'congestion' | 'no_answer' | 'timeout' | 'rejected' | 'unallocated' | 'normal_unspecified' | 'number_incomplete' | 'codec_mismatch' | 'interworking' | 'failure' | 'answered_elsewhere';
}

export type ChannelsHangupReply = Reply<204> | Refusal<400 | 404>;

export interface ChannelsContinueInDialplanParams {
  readonly channelId: string;
  readonly context?: string;
  readonly extension?: string;
  readonly priority?: number;
  readonly label?: string;
}

export type ChannelsContinueInDialplanReply = Reply<204> | Refusal<400 | 404 | 409 | 412>;

export interface ChannelsMoveParams {
  readonly channelId: string;
  readonly app: string;
  readonly appArgs?: string;
}

export type ChannelsMoveReply = Reply<204> | Refusal<404 | 409>;

export interface ChannelsRedirectParams {
  readonly channelId: string;
  readonly endpoint: string;
}

export type ChannelsRedirectReply = Reply<204> | Refusal<400 | 404 | 409 | 412 | 422>;

export interface ChannelsAnswerParams {
  readonly channelId: string;
}

export type ChannelsAnswerReply = Reply<204> | Refusal<404 | 409 | 412>;

export interface ChannelsRingParams {
  readonly channelId: string;
}

export type ChannelsRingReply = Reply<204> | Refusal<404 | 409 | 412>;

export interface ChannelsRingStopParams {
  readonly channelId: string;
}

export type ChannelsRingStopReply = Reply<204> | Refusal<404 | 409 | 412>;

export interface ChannelsProgressParams {
  readonly channelId: string;
}

export type ChannelsProgressReply = Reply<204> | Refusal<404 | 409 | 412>;

export interface ChannelsSendDTMFParams {
  readonly channelId: string;
  readonly dtmf?: string;
  readonly before: number;
  readonly between: number;
  readonly duration: number;
  readonly after: number;
}

export type ChannelsSendDTMFReply = Reply<204> | Refusal<400 | 404 | 409 | 412>;

export interface ChannelsMuteParams {
  readonly channelId: string;
  readonly direction: 'both' | 'in' | 'out';
}

export type ChannelsMuteReply = Reply<204> | Refusal<400 | 404 | 409 | 412>;

export interface ChannelsUnmuteParams {
  readonly channelId: string;
  readonly direction: 'both' | 'in' | 'out';
}

export type ChannelsUnmuteReply = Reply<204> | Refusal<400 | 404 | 409 | 412>;

export interface ChannelsHoldParams {
  readonly channelId: string;
}

export type ChannelsHoldReply = Reply<204> | Refusal<404 | 409 | 412>;

export interface ChannelsUnholdParams {
  readonly channelId: string;
}

export type ChannelsUnholdReply = Reply<204> | Refusal<404 | 409 | 412>;

export interface ChannelsStartMohParams {
  readonly channelId: string;
  readonly mohClass?: string;
}

export type ChannelsStartMohReply = Reply<204> | Refusal<404 | 409 | 412>;

export interface ChannelsStopMohParams {
  readonly channelId: string;
}

export type ChannelsStopMohReply = Reply<204> | Refusal<404 | 409 | 412>;

export interface ChannelsStartSilenceParams {
  readonly channelId: string;
}

export type ChannelsStartSilenceReply = Reply<204> | Refusal<404 | 409 | 412>;

export interface ChannelsStopSilenceParams {
  readonly channelId: string;
}

export type ChannelsStopSilenceReply = Reply<204> | Refusal<404 | 409 | 412>;

export interface ChannelsPlayParams {
  readonly channelId: string;
  readonly media: readonly string[];
  readonly lang?: string;
  readonly offsetms: number;
  readonly skipms: number;
  readonly playbackId?: string;
}

export type ChannelsPlayReply = Reply<201, Playback> | Refusal<400 | 404 | 409 | 412>;

export interface ChannelsPlayWithIdParams {
  readonly channelId: string;
  readonly playbackId: string;
  readonly media: readonly string[];
  readonly lang?: string;
  readonly offsetms: number;
  readonly skipms: number;
}

export type ChannelsPlayWithIdReply = Reply<201, Playback> | Refusal<400 | 404 | 409 | 412>;

export interface ChannelsRecordParams {
  readonly channelId: string;
  readonly name: string;
  readonly format: string;
  readonly maxDurationSeconds: number;
  readonly maxSilenceSeconds: number;
  readonly ifExists: 'fail' | 'overwrite' | 'append';
  readonly beep: boolean;
  readonly terminateOn: 'none' | 'any' | '*' | '#';
}

export type ChannelsRecordReply = Reply<201, LiveRecording> | Refusal<400 | 404 | 409 | 422>;

export interface ChannelsGetChannelVarParams {
  readonly channelId: string;
  readonly variable: string;
}

export type ChannelsGetChannelVarReply = Reply<200, Variable> | Refusal<400 | 403 | 404 | 409>;

export interface ChannelsSetChannelVarParams {
  readonly channelId: string;
  readonly variable: string;
  readonly value?: string;
  readonly report_events: boolean;
}

export type ChannelsSetChannelVarReply = Reply<204> | Refusal<400 | 403 | 404 | 409>;

export interface ChannelsGetChannelVarsParams {
  readonly channelId: string;
  readonly variables: readonly string[];
}

export type ChannelsGetChannelVarsReply = Reply<200, Variables> | Refusal<400 | 403 | 404 | 409>;

export interface ChannelsSetChannelVarsParams {
  readonly channelId: string;
  readonly variables: JsonObject;
}

export type ChannelsSetChannelVarsReply = Reply<204> | Refusal<400 | 403 | 404 | 409>;

export interface ChannelsSnoopChannelParams {
  readonly channelId: string;
  readonly spy: 'none' | 'both' | 'out' | 'in';
  readonly whisper: 'none' | 'both' | 'out' | 'in';
  readonly app: string;
  readonly appArgs?: string;
  readonly snoopId?: string;
}

export type ChannelsSnoopChannelReply = Reply<200, Channel> | Refusal<400 | 404 | 409>;

export interface ChannelsSnoopChannelWithIdParams {
  readonly channelId: string;
  readonly snoopId: string;
  readonly spy: 'none' | 'both' | 'out' | 'in';
  readonly whisper: 'none' | 'both' | 'out' | 'in';
  readonly app: string;
  readonly appArgs?: string;
}

export type ChannelsSnoopChannelWithIdReply = Reply<200, Channel> | Refusal<400 | 404 | 409>;

export interface ChannelsDialParams {
  readonly channelId: string;
  readonly caller?: string;
  readonly timeout: number;
}

export type ChannelsDialReply = Reply<204> | Refusal<404 | 409>;

export interface ChannelsRtpstatisticsParams {
  readonly channelId: string;
}

export type ChannelsRtpstatisticsReply = Reply<200, RTPstat> | Refusal<403 | 404>;

export interface ChannelsGetSipTraceParams {
  readonly channelId: string;
  readonly format: 'messages' | 'ladder';
}

export type ChannelsGetSipTraceReply = Reply<200, SipTrace> | Refusal<404>;

export interface ChannelsGetStoryParams {
  readonly channelId: string;
  readonly format: 'lines' | 'ladder' | 'mermaid';
}

export type ChannelsGetStoryReply = Reply<200, Story> | Refusal<404>;

export interface ChannelsExternalMediaParams {
  readonly channelId?: string;
  readonly app: string;
  readonly variables?: JsonObject;
  readonly external_host?: string;
  readonly encapsulation: 'rtp' | 'audiosocket' | 'none';
  readonly transport: 'udp' | 'tcp' | 'websocket';
  readonly connection_type: 'client' | 'server';
  readonly format: string;
  readonly direction: 'both' | 'in' | 'out';
  readonly data?: string;
  readonly transport_data?: string;
  readonly bridge?: string;
}

export type ChannelsExternalMediaReply = Reply<200, Channel> | Refusal<400 | 404 | 409>;

export interface ChannelsTransferProgressParams {
  readonly channelId: string;
  readonly states: 'channel_progress' | 'channel_answered' | 'channel_unavailable' | 'channel_declined';
}

export type ChannelsTransferProgressReply = Reply<204> | Refusal<400 | 404 | 409 | 412>;

export interface ChannelsOperations {
  /** GET /channels */
  readonly list: Handler<ChannelsListParams, ChannelsListReply>;
  /** POST /channels */
  readonly originate: Handler<ChannelsOriginateParams, ChannelsOriginateReply>;
  /** POST /channels/create */
  readonly create: Handler<ChannelsCreateParams, ChannelsCreateReply>;
  /** GET /channels/{channelId} */
  readonly get: Handler<ChannelsGetParams, ChannelsGetReply>;
  /** POST /channels/{channelId} */
  readonly originateWithId: Handler<ChannelsOriginateWithIdParams, ChannelsOriginateWithIdReply>;
  /** DELETE /channels/{channelId} */
  readonly hangup: Handler<ChannelsHangupParams, ChannelsHangupReply>;
  /** POST /channels/{channelId}/continue */
  readonly continueInDialplan: Handler<ChannelsContinueInDialplanParams, ChannelsContinueInDialplanReply>;
  /** POST /channels/{channelId}/move */
  readonly move: Handler<ChannelsMoveParams, ChannelsMoveReply>;
  /** POST /channels/{channelId}/redirect */
  readonly redirect: Handler<ChannelsRedirectParams, ChannelsRedirectReply>;
  /** POST /channels/{channelId}/answer */
  readonly answer: Handler<ChannelsAnswerParams, ChannelsAnswerReply>;
  /** POST /channels/{channelId}/ring */
  readonly ring: Handler<ChannelsRingParams, ChannelsRingReply>;
  /** DELETE /channels/{channelId}/ring */
  readonly ringStop: Handler<ChannelsRingStopParams, ChannelsRingStopReply>;
  /** POST /channels/{channelId}/progress */
  readonly progress: Handler<ChannelsProgressParams, ChannelsProgressReply>;
  /** POST /channels/{channelId}/dtmf */
  readonly sendDTMF: Handler<ChannelsSendDTMFParams, ChannelsSendDTMFReply>;
  /** POST /channels/{channelId}/mute */
  readonly mute: Handler<ChannelsMuteParams, ChannelsMuteReply>;
  /** DELETE /channels/{channelId}/mute */
  readonly unmute: Handler<ChannelsUnmuteParams, ChannelsUnmuteReply>;
  /** POST /channels/{channelId}/hold */
  readonly hold: Handler<ChannelsHoldParams, ChannelsHoldReply>;
  /** DELETE /channels/{channelId}/hold */
  readonly unhold: Handler<ChannelsUnholdParams, ChannelsUnholdReply>;
  /** POST /channels/{channelId}/moh */
  readonly startMoh: Handler<ChannelsStartMohParams, ChannelsStartMohReply>;
  /** DELETE /channels/{channelId}/moh */
  readonly stopMoh: Handler<ChannelsStopMohParams, ChannelsStopMohReply>;
  /** POST /channels/{channelId}/silence */
  readonly startSilence: Handler<ChannelsStartSilenceParams, ChannelsStartSilenceReply>;
  /** DELETE /channels/{channelId}/silence */
  readonly stopSilence: Handler<ChannelsStopSilenceParams, ChannelsStopSilenceReply>;
  /** POST /channels/{channelId}/play */
  readonly play: Handler<ChannelsPlayParams, ChannelsPlayReply>;
  /** POST /channels/{channelId}/play/{playbackId} */
  readonly playWithId: Handler<ChannelsPlayWithIdParams, ChannelsPlayWithIdReply>;
  /** POST /channels/{channelId}/record */
  readonly record: Handler<ChannelsRecordParams, ChannelsRecordReply>;
  /** GET /channels/{channelId}/variable */
  readonly getChannelVar: Handler<ChannelsGetChannelVarParams, ChannelsGetChannelVarReply>;
  /** POST /channels/{channelId}/variable */
  readonly setChannelVar: Handler<ChannelsSetChannelVarParams, ChannelsSetChannelVarReply>;
  /** GET /channels/{channelId}/variables */
  readonly getChannelVars: Handler<ChannelsGetChannelVarsParams, ChannelsGetChannelVarsReply>;
  /** POST /channels/{channelId}/variables */
  readonly setChannelVars: Handler<ChannelsSetChannelVarsParams, ChannelsSetChannelVarsReply>;
  /** POST /channels/{channelId}/snoop */
  readonly snoopChannel: Handler<ChannelsSnoopChannelParams, ChannelsSnoopChannelReply>;
  /** POST /channels/{channelId}/snoop/{snoopId} */
  readonly snoopChannelWithId: Handler<ChannelsSnoopChannelWithIdParams, ChannelsSnoopChannelWithIdReply>;
  /** POST /channels/{channelId}/dial */
  readonly dial: Handler<ChannelsDialParams, ChannelsDialReply>;
  /** GET /channels/{channelId}/rtp_statistics */
  readonly rtpstatistics: Handler<ChannelsRtpstatisticsParams, ChannelsRtpstatisticsReply>;
  /** GET /channels/{channelId}/sip */
  readonly getSipTrace: Handler<ChannelsGetSipTraceParams, ChannelsGetSipTraceReply>;
  /** GET /channels/{channelId}/story */
  readonly getStory: Handler<ChannelsGetStoryParams, ChannelsGetStoryReply>;
  /** POST /channels/externalMedia */
  readonly externalMedia: Handler<ChannelsExternalMediaParams, ChannelsExternalMediaReply>;
  /** POST /channels/{channelId}/transfer_progress */
  readonly transfer_progress: Handler<ChannelsTransferProgressParams, ChannelsTransferProgressReply>;
}

export type BridgesListParams = NoParams;

export type BridgesListReply = Reply<200, readonly Bridge[]>;

export interface BridgesCreateParams {
  readonly type?: string;
  readonly bridgeId?: string;
  readonly name?: string;
  readonly absorbDTMF: boolean;
  readonly mute: boolean;
  readonly variables?: JsonObject;
}

export type BridgesCreateReply = Reply<200, Bridge> | Refusal<400 | 409>;

export interface BridgesCreateWithIdParams {
  readonly type?: string;
  readonly bridgeId: string;
  readonly name?: string;
  readonly absorbDTMF: boolean;
  readonly mute: boolean;
  readonly variables?: JsonObject;
}

export type BridgesCreateWithIdReply = Reply<200, Bridge> | Refusal<400 | 409>;

export interface BridgesGetParams {
  readonly bridgeId: string;
}

export type BridgesGetReply = Reply<200, Bridge> | Refusal<404>;

export interface BridgesDestroyParams {
  readonly bridgeId: string;
}

export type BridgesDestroyReply = Reply<204> | Refusal<404 | 409>;

export interface BridgesGetBridgeVarParams {
  readonly bridgeId: string;
  readonly variable: string;
}

export type BridgesGetBridgeVarReply = Reply<200, Variable> | Refusal<400 | 404 | 409>;

export interface BridgesSetBridgeVarParams {
  readonly bridgeId: string;
  readonly variable: string;
  readonly value?: string;
  readonly report_events: boolean;
}

export type BridgesSetBridgeVarReply = Reply<204> | Refusal<400 | 404 | 409>;

export interface BridgesGetBridgeVarsParams {
  readonly bridgeId: string;
  readonly variables: readonly string[];
}

export type BridgesGetBridgeVarsReply = Reply<200, Variables> | Refusal<400 | 403 | 404 | 409>;

export interface BridgesSetBridgeVarsParams {
  readonly bridgeId: string;
  readonly variables: JsonObject;
}

export type BridgesSetBridgeVarsReply = Reply<204> | Refusal<400 | 404 | 409>;

export interface BridgesAddChannelParams {
  readonly bridgeId: string;
  readonly channel: readonly string[];
  readonly role?: string;
  readonly absorbDTMF?: boolean;
  readonly mute?: boolean;
  readonly inhibitConnectedLineUpdates: boolean;
}

export type BridgesAddChannelReply = Reply<204> | Refusal<400 | 404 | 409 | 422>;

export interface BridgesRemoveChannelParams {
  readonly bridgeId: string;
  readonly channel: readonly string[];
}

export type BridgesRemoveChannelReply = Reply<204> | Refusal<400 | 404 | 409 | 422>;

export interface BridgesSetVideoSourceParams {
  readonly bridgeId: string;
  readonly channelId: string;
}

export type BridgesSetVideoSourceReply = Reply<204> | Refusal<400 | 404 | 409 | 422>;

export interface BridgesClearVideoSourceParams {
  readonly bridgeId: string;
}

export type BridgesClearVideoSourceReply = Reply<204> | Refusal<404 | 409>;

export interface BridgesStartMohParams {
  readonly bridgeId: string;
  readonly mohClass?: string;
}

export type BridgesStartMohReply = Reply<204> | Refusal<404 | 409>;

export interface BridgesStopMohParams {
  readonly bridgeId: string;
}

export type BridgesStopMohReply = Reply<204> | Refusal<404 | 409>;

export interface BridgesPlayParams {
  readonly bridgeId: string;
  readonly media: readonly string[];
  readonly announcer_format?: string;
  readonly lang?: string;
  readonly offsetms: number;
  readonly skipms: number;
  readonly playbackId?: string;
}

export type BridgesPlayReply = Reply<201, Playback> | Refusal<400 | 404 | 409 | 422>;

export interface BridgesPlayWithIdParams {
  readonly bridgeId: string;
  readonly playbackId: string;
  readonly media: readonly string[];
  readonly announcer_format?: string;
  readonly lang?: string;
  readonly offsetms: number;
  readonly skipms: number;
}

export type BridgesPlayWithIdReply = Reply<201, Playback> | Refusal<400 | 404 | 409 | 422>;

export interface BridgesRecordParams {
  readonly bridgeId: string;
  readonly name: string;
  readonly format: string;
  readonly recorder_format?: string;
  readonly maxDurationSeconds: number;
  readonly maxSilenceSeconds: number;
  readonly ifExists: 'fail' | 'overwrite' | 'append';
  readonly beep: boolean;
  readonly terminateOn: 'none' | 'any' | '*' | '#';
}

export type BridgesRecordReply = Reply<201, LiveRecording> | Refusal<400 | 404 | 409 | 422>;

export interface BridgesOperations {
  /** GET /bridges */
  readonly list: Handler<BridgesListParams, BridgesListReply>;
  /** POST /bridges */
  readonly create: Handler<BridgesCreateParams, BridgesCreateReply>;
  /** POST /bridges/{bridgeId} */
  readonly createWithId: Handler<BridgesCreateWithIdParams, BridgesCreateWithIdReply>;
  /** GET /bridges/{bridgeId} */
  readonly get: Handler<BridgesGetParams, BridgesGetReply>;
  /** DELETE /bridges/{bridgeId} */
  readonly destroy: Handler<BridgesDestroyParams, BridgesDestroyReply>;
  /** GET /bridges/{bridgeId}/variable */
  readonly getBridgeVar: Handler<BridgesGetBridgeVarParams, BridgesGetBridgeVarReply>;
  /** POST /bridges/{bridgeId}/variable */
  readonly setBridgeVar: Handler<BridgesSetBridgeVarParams, BridgesSetBridgeVarReply>;
  /** GET /bridges/{bridgeId}/variables */
  readonly getBridgeVars: Handler<BridgesGetBridgeVarsParams, BridgesGetBridgeVarsReply>;
  /** POST /bridges/{bridgeId}/variables */
  readonly setBridgeVars: Handler<BridgesSetBridgeVarsParams, BridgesSetBridgeVarsReply>;
  /** POST /bridges/{bridgeId}/addChannel */
  readonly addChannel: Handler<BridgesAddChannelParams, BridgesAddChannelReply>;
  /** POST /bridges/{bridgeId}/removeChannel */
  readonly removeChannel: Handler<BridgesRemoveChannelParams, BridgesRemoveChannelReply>;
  /** POST /bridges/{bridgeId}/videoSource/{channelId} */
  readonly setVideoSource: Handler<BridgesSetVideoSourceParams, BridgesSetVideoSourceReply>;
  /** DELETE /bridges/{bridgeId}/videoSource */
  readonly clearVideoSource: Handler<BridgesClearVideoSourceParams, BridgesClearVideoSourceReply>;
  /** POST /bridges/{bridgeId}/moh */
  readonly startMoh: Handler<BridgesStartMohParams, BridgesStartMohReply>;
  /** DELETE /bridges/{bridgeId}/moh */
  readonly stopMoh: Handler<BridgesStopMohParams, BridgesStopMohReply>;
  /** POST /bridges/{bridgeId}/play */
  readonly play: Handler<BridgesPlayParams, BridgesPlayReply>;
  /** POST /bridges/{bridgeId}/play/{playbackId} */
  readonly playWithId: Handler<BridgesPlayWithIdParams, BridgesPlayWithIdReply>;
  /** POST /bridges/{bridgeId}/record */
  readonly record: Handler<BridgesRecordParams, BridgesRecordReply>;
}

export type RecordingsListStoredParams = NoParams;

export type RecordingsListStoredReply = Reply<200, readonly StoredRecording[]>;

export interface RecordingsGetStoredParams {
  readonly recordingName: string;
}

export type RecordingsGetStoredReply = Reply<200, StoredRecording> | Refusal<404>;

export interface RecordingsDeleteStoredParams {
  readonly recordingName: string;
}

export type RecordingsDeleteStoredReply = Reply<204> | Refusal<404>;

export interface RecordingsGetStoredFileParams {
  readonly recordingName: string;
}

export type RecordingsGetStoredFileReply = Reply<200, BinaryBody> | Refusal<403 | 404 | 406 | 416>;

export interface RecordingsCopyStoredParams {
  readonly recordingName: string;
  readonly destinationRecordingName: string;
}

export type RecordingsCopyStoredReply = Reply<200, StoredRecording> | Refusal<400 | 403 | 404 | 409>;

export interface RecordingsGetLiveParams {
  readonly recordingName: string;
}

export type RecordingsGetLiveReply = Reply<200, LiveRecording> | Refusal<404>;

export interface RecordingsCancelParams {
  readonly recordingName: string;
}

export type RecordingsCancelReply = Reply<204> | Refusal<404>;

export interface RecordingsStopParams {
  readonly recordingName: string;
}

export type RecordingsStopReply = Reply<204> | Refusal<404>;

export interface RecordingsPauseParams {
  readonly recordingName: string;
}

export type RecordingsPauseReply = Reply<204> | Refusal<404 | 409>;

export interface RecordingsUnpauseParams {
  readonly recordingName: string;
}

export type RecordingsUnpauseReply = Reply<204> | Refusal<404 | 409>;

export interface RecordingsMuteParams {
  readonly recordingName: string;
}

export type RecordingsMuteReply = Reply<204> | Refusal<404 | 409>;

export interface RecordingsUnmuteParams {
  readonly recordingName: string;
}

export type RecordingsUnmuteReply = Reply<204> | Refusal<404 | 409>;

export interface RecordingsOperations {
  /** GET /recordings/stored */
  readonly listStored: Handler<RecordingsListStoredParams, RecordingsListStoredReply>;
  /** GET /recordings/stored/{recordingName} */
  readonly getStored: Handler<RecordingsGetStoredParams, RecordingsGetStoredReply>;
  /** DELETE /recordings/stored/{recordingName} */
  readonly deleteStored: Handler<RecordingsDeleteStoredParams, RecordingsDeleteStoredReply>;
  /** GET /recordings/stored/{recordingName}/file */
  readonly getStoredFile: Handler<RecordingsGetStoredFileParams, RecordingsGetStoredFileReply>;
  /** POST /recordings/stored/{recordingName}/copy */
  readonly copyStored: Handler<RecordingsCopyStoredParams, RecordingsCopyStoredReply>;
  /** GET /recordings/live/{recordingName} */
  readonly getLive: Handler<RecordingsGetLiveParams, RecordingsGetLiveReply>;
  /** DELETE /recordings/live/{recordingName} */
  readonly cancel: Handler<RecordingsCancelParams, RecordingsCancelReply>;
  /** POST /recordings/live/{recordingName}/stop */
  readonly stop: Handler<RecordingsStopParams, RecordingsStopReply>;
  /** POST /recordings/live/{recordingName}/pause */
  readonly pause: Handler<RecordingsPauseParams, RecordingsPauseReply>;
  /** DELETE /recordings/live/{recordingName}/pause */
  readonly unpause: Handler<RecordingsUnpauseParams, RecordingsUnpauseReply>;
  /** POST /recordings/live/{recordingName}/mute */
  readonly mute: Handler<RecordingsMuteParams, RecordingsMuteReply>;
  /** DELETE /recordings/live/{recordingName}/mute */
  readonly unmute: Handler<RecordingsUnmuteParams, RecordingsUnmuteReply>;
}

export interface SoundsListParams {
  readonly lang?: string;
  readonly format?: string;
}

export type SoundsListReply = Reply<200, readonly Sound[]> | Refusal<404>;

export interface SoundsGetParams {
  readonly soundId: string;
}

export type SoundsGetReply = Reply<200, Sound> | Refusal<404>;

export interface SoundsOperations {
  /** GET /sounds */
  readonly list: Handler<SoundsListParams, SoundsListReply>;
  /** GET /sounds/{soundId} */
  readonly get: Handler<SoundsGetParams, SoundsGetReply>;
}

export interface PlaybacksGetParams {
  readonly playbackId: string;
}

export type PlaybacksGetReply = Reply<200, Playback> | Refusal<404>;

export interface PlaybacksStopParams {
  readonly playbackId: string;
}

export type PlaybacksStopReply = Reply<204> | Refusal<404 | 409>;

export interface PlaybacksControlParams {
  readonly playbackId: string;
  readonly operation: 'restart' | 'pause' | 'unpause' | 'reverse' | 'forward';
}

export type PlaybacksControlReply = Reply<204> | Refusal<400 | 404 | 409>;

export interface PlaybacksOperations {
  /** GET /playbacks/{playbackId} */
  readonly get: Handler<PlaybacksGetParams, PlaybacksGetReply>;
  /** DELETE /playbacks/{playbackId} */
  readonly stop: Handler<PlaybacksStopParams, PlaybacksStopReply>;
  /** POST /playbacks/{playbackId}/control */
  readonly control: Handler<PlaybacksControlParams, PlaybacksControlReply>;
}

export type DeviceStatesListParams = NoParams;

export type DeviceStatesListReply = Reply<200, readonly DeviceState[]>;

export interface DeviceStatesGetParams {
  readonly deviceName: string;
}

export type DeviceStatesGetReply = Reply<200, DeviceState>;

export interface DeviceStatesUpdateParams {
  readonly deviceName: string;
  readonly deviceState: 'NOT_INUSE' | 'INUSE' | 'BUSY' | 'INVALID' | 'UNAVAILABLE' | 'RINGING' | 'RINGINUSE' | 'ONHOLD';
}

export type DeviceStatesUpdateReply = Reply<204> | Refusal<400 | 404 | 409>;

export interface DeviceStatesDeleteParams {
  readonly deviceName: string;
}

export type DeviceStatesDeleteReply = Reply<204> | Refusal<404 | 409>;

export interface DeviceStatesOperations {
  /** GET /deviceStates */
  readonly list: Handler<DeviceStatesListParams, DeviceStatesListReply>;
  /** GET /deviceStates/{deviceName} */
  readonly get: Handler<DeviceStatesGetParams, DeviceStatesGetReply>;
  /** PUT /deviceStates/{deviceName} */
  readonly update: Handler<DeviceStatesUpdateParams, DeviceStatesUpdateReply>;
  /** DELETE /deviceStates/{deviceName} */
  readonly delete: Handler<DeviceStatesDeleteParams, DeviceStatesDeleteReply>;
}

export type MailboxesListParams = NoParams;

export type MailboxesListReply = Reply<200, readonly Mailbox[]>;

export interface MailboxesGetParams {
  readonly mailboxName: string;
}

export type MailboxesGetReply = Reply<200, Mailbox> | Refusal<404>;

export interface MailboxesUpdateParams {
  readonly mailboxName: string;
  readonly oldMessages: number;
  readonly newMessages: number;
}

export type MailboxesUpdateReply = Reply<204> | Refusal<404>;

export interface MailboxesDeleteParams {
  readonly mailboxName: string;
}

export type MailboxesDeleteReply = Reply<204> | Refusal<404>;

export interface MailboxesOperations {
  /** GET /mailboxes */
  readonly list: Handler<MailboxesListParams, MailboxesListReply>;
  /** GET /mailboxes/{mailboxName} */
  readonly get: Handler<MailboxesGetParams, MailboxesGetReply>;
  /** PUT /mailboxes/{mailboxName} */
  readonly update: Handler<MailboxesUpdateParams, MailboxesUpdateReply>;
  /** DELETE /mailboxes/{mailboxName} */
  readonly delete: Handler<MailboxesDeleteParams, MailboxesDeleteReply>;
}

export interface EventsEventWebsocketParams {
  readonly app: readonly string[];
  readonly subscribeAll: boolean;
  readonly resume: boolean;
  readonly lastSequence?: readonly string[];
  readonly shared: boolean;
  readonly socketId?: string;
}

export interface EventsUserEventParams {
  readonly eventName: string;
  readonly application: string;
  readonly source?: readonly string[];
  readonly variables?: JsonObject;
}

export type EventsUserEventReply = Reply<204> | Refusal<400 | 404 | 422>;

export interface EventsClaimChannelParams {
  readonly channelId: string;
  readonly application: string;
}

export type EventsClaimChannelReply = Reply<204> | Refusal<400 | 404 | 409>;

export interface EventsOperations {
  /** POST /events/user/{eventName} */
  readonly userEvent: Handler<EventsUserEventParams, EventsUserEventReply>;
  /** POST /events/claim */
  readonly claimChannel: Handler<EventsClaimChannelParams, EventsClaimChannelReply>;
}

export type ApplicationsListParams = NoParams;

export type ApplicationsListReply = Reply<200, readonly Application[]>;

export interface ApplicationsGetParams {
  readonly applicationName: string;
}

export type ApplicationsGetReply = Reply<200, Application> | Refusal<404>;

export interface ApplicationsSubscribeParams {
  readonly applicationName: string;
  readonly eventSource: readonly string[];
}

export type ApplicationsSubscribeReply = Reply<200, Application> | Refusal<400 | 404 | 422>;

export interface ApplicationsUnsubscribeParams {
  readonly applicationName: string;
  readonly eventSource: readonly string[];
}

export type ApplicationsUnsubscribeReply = Reply<200, Application> | Refusal<400 | 404 | 409 | 422>;

export interface ApplicationsFilterParams {
  readonly applicationName: string;
  readonly filter?: JsonValue;
}

export type ApplicationsFilterReply = Reply<200, Application> | Refusal<400 | 404>;

export interface ApplicationsOperations {
  /** GET /applications */
  readonly list: Handler<ApplicationsListParams, ApplicationsListReply>;
  /** GET /applications/{applicationName} */
  readonly get: Handler<ApplicationsGetParams, ApplicationsGetReply>;
  /** POST /applications/{applicationName}/subscription */
  readonly subscribe: Handler<ApplicationsSubscribeParams, ApplicationsSubscribeReply>;
  /** DELETE /applications/{applicationName}/subscription */
  readonly unsubscribe: Handler<ApplicationsUnsubscribeParams, ApplicationsUnsubscribeReply>;
  /** PUT /applications/{applicationName}/eventFilter */
  readonly filter: Handler<ApplicationsFilterParams, ApplicationsFilterReply>;
}

export type PhonesListParams = NoParams;

export type PhonesListReply = Reply<200, readonly Phone[]>;

export interface PhonesGetParams {
  readonly phoneName: string;
}

export type PhonesGetReply = Reply<200, Phone> | Refusal<404>;

export interface PhonesUpdateParams {
  readonly phoneName: string;
  readonly onCall?: string;
  readonly callerId?: string;
  readonly context?: string;
}

export type PhonesUpdateReply = Reply<200, Phone> | Refusal<400>;

export interface PhonesDeleteParams {
  readonly phoneName: string;
}

export type PhonesDeleteReply = Reply<204> | Refusal<404>;

export interface PhonesCallParams {
  readonly phoneName: string;
  readonly extension: string;
  readonly context?: string;
  readonly callerId?: string;
  readonly variables?: JsonObject;
  readonly script?: string;
}

export type PhonesCallReply = Reply<200, PhoneCall> | Refusal<400 | 404 | 503>;

export interface PhonesActParams {
  readonly phoneName: string;
  readonly script: string;
  readonly channelId?: string;
}

export type PhonesActReply = Reply<202> | Refusal<400 | 404>;

export interface PhonesOperations {
  /** GET /phones */
  readonly list: Handler<PhonesListParams, PhonesListReply>;
  /** GET /phones/{phoneName} */
  readonly get: Handler<PhonesGetParams, PhonesGetReply>;
  /** PUT /phones/{phoneName} */
  readonly update: Handler<PhonesUpdateParams, PhonesUpdateReply>;
  /** DELETE /phones/{phoneName} */
  readonly delete: Handler<PhonesDeleteParams, PhonesDeleteReply>;
  /** POST /phones/{phoneName}/call */
  readonly call: Handler<PhonesCallParams, PhonesCallReply>;
  /** POST /phones/{phoneName}/act */
  readonly act: Handler<PhonesActParams, PhonesActReply>;
}

export type ClusterGetParams = NoParams;

export type ClusterGetReply = Reply<200, Cluster>;

export interface ClusterDrainParams {
  readonly nodeId: string;
  readonly timeout: number;
}

export type ClusterDrainReply = Reply<202> | Refusal<404>;

export interface ClusterOperations {
  /** GET /cluster */
  readonly get: Handler<ClusterGetParams, ClusterGetReply>;
  /** POST /cluster/nodes/{nodeId}/drain */
  readonly drain: Handler<ClusterDrainParams, ClusterDrainReply>;
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
  readonly phones: PhonesOperations;
  readonly cluster: ClusterOperations;
}
