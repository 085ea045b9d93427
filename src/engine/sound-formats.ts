/** Endings of media files, in the case they are written in, by the codec of what is inside. */
const endings: Readonly<Record<string, readonly string[]>> = {
  slin: ['wav', 'sln', 'slin', 'raw'],
  slin12: ['sln12'],
  slin16: ['wav16', 'sln16'],
  slin24: ['sln24'],
  slin32: ['sln32'],
  slin44: ['sln44'],
  slin48: ['sln48'],
  slin96: ['sln96'],
  slin192: ['sln192'],
  ulaw: ['ulaw', 'pcm', 'ul', 'mu', 'ulw', 'au'],
  alaw: ['alaw', 'al', 'alw'],
  gsm: ['gsm', 'WAV', 'wav49'],
  g722: ['g722'],
  g729: ['g729'],
  g723: ['g723', 'g723sf'],
  g726: ['g726-16', 'g726-24', 'g726-32', 'g726-40'],
  ilbc: ['ilbc'],
  adpcm: ['vox'],
  siren7: ['siren7'],
  siren14: ['siren14'],
  g719: ['g719'],
  vorbis: ['ogg'],
  speex: ['spx', 'spx16', 'spx32'],
  h263: ['h263'],
  h264: ['h264'],
};

const byEnding: ReadonlyMap<string, string> = new Map(
  Object.entries(endings).flatMap(([codec, names]) => names.map((ending) => [ending, codec] as const)),
);

/** Splits a file name into the sound's own name and its codec; undefined for what is no media file. */
export function mediaFile(fileName: string): { readonly base: string; readonly codec: string } | undefined {
  const dot = fileName.lastIndexOf('.');
  const codec = byEnding.get(fileName.slice(dot + 1));
  return dot < 1 || codec === undefined ? undefined : { base: fileName.slice(0, dot), codec };
}
