type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** What of an event tells it from others of its type. */
const details: Readonly<Record<string, (event: Fields) => string>> = {
  BridgeCreated: ({ bridge }) => textOf(fieldsOf(bridge)['bridge_type']),
  ChannelDestroyed: ({ cause, cause_txt: text }) => `${textOf(cause)} ${textOf(text)}`,
  ChannelDialplan: ({ dialplan_app: name, dialplan_app_data: data }) => `${textOf(name)}(${textOf(data)})`,
  ChannelDtmfReceived: ({ digit }) => textOf(digit),
  ChannelEnteredBridge: ({ bridge }) => textOf(fieldsOf(bridge)['id']),
  ChannelLeftBridge: ({ bridge }) => textOf(fieldsOf(bridge)['id']),
  ChannelHangupRequest: ({ cause }) => textOf(cause),
  ChannelStateChange: ({ channel }) => textOf(fieldsOf(channel)['state']),
  ChannelUserevent: ({ eventname }) => textOf(eventname),
  ChannelVarset: ({ variable, value }) => `${textOf(variable)}=${textOf(value)}`,
  Dial: ({ dialstatus }) => textOf(dialstatus),
  DeviceStateChanged: (event) => {
    const { name, state } = fieldsOf(event['device_state']);
    return `${textOf(name)} ${textOf(state)}`;
  },
  PlaybackFinished: ({ playback }) => textOf(fieldsOf(playback)['media_uri']),
  PlaybackStarted: ({ playback }) => textOf(fieldsOf(playback)['media_uri']),
  RecordingFinished: ({ recording }) => textOf(fieldsOf(recording)['name']),
  RecordingStarted: ({ recording }) => textOf(fieldsOf(recording)['name']),
  StasisStart: ({ args }) => (Array.isArray(args) ? args.join(',') : ''),
};

/** An event in one line: `ChannelStateChange Up`. */
export function eventLabel(event: Fields): string {
  const type = textOf(event['type']);
  return `${type} ${details[type]?.(event) ?? ''}`.trim();
}

/** The channels that an event is about, and their names. */
export function channelsOf(event: Fields): readonly { readonly id: string; readonly name: string }[] {
  const target = /^channel:(.+)$/.exec(targetOf(event))?.[1];
  const members = fieldsOf(event['bridge'])['channels'];
  const objects = ['channel', 'peer', 'caller', 'forwarded', 'replace_channel'].map((field) => fieldsOf(event[field]));
  return [
    ...objects
      .filter(({ id }) => typeof id === 'string')
      .map(({ id, name }) => ({ id: textOf(id), name: textOf(name) })),
    ...(target === undefined ? [] : [{ id: target, name: '' }]),
    ...(Array.isArray(members) ? members.map((id) => ({ id: textOf(id), name: '' })) : []),
  ];
}

function targetOf(event: Fields): string {
  const { target_uri: target } = { ...fieldsOf(event['playback']), ...fieldsOf(event['recording']) } as Fields;
  return textOf(target);
}
