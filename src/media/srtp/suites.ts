/** The usual ways to protect packets (RFC 4568 §6.2), with the length of the tag behind each packet. */
export const srtpSuites = { AES_CM_128_HMAC_SHA1_80: 10, AES_CM_128_HMAC_SHA1_32: 4 } as const;

export type SrtpSuite = keyof typeof srtpSuites;

/** Reports have a long tag in any case (RFC 3711 §5.2). */
export const rtcpTagLength = 10;
