/** Crockford's base 32: no I, L, O, U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Base 32 in lower case, without l, o, 0 and 1. */
const slugAlphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

export const idPrefixes = {
  paymentLink: 'pl_',
  checkoutSession: 'cs_',
  quote: 'qt_',
  refund: 're_',
  customer: 'cus_',
  webhookEndpoint: 'we_',
  event: 'evt_',
  delivery: 'del_',
  apiKey: 'key_',
  transfer: 'tr_',
  sweep: 'sw_',
  providerOrder: 'po_',
  auditEntry: 'aud_',
  node: 'nd_',
  operator: 'op_',
  signIn: 'si_',
  challenge: 'ch_',
  invitation: 'inv_',
  work: 'wrk_',
  export: 'exp_',
  noticeDestination: 'ntd_',
} as const

export type IdKind = keyof typeof idPrefixes

/** Source of random bytes; the system's in production, a seeded one in tests. */
export type RandomBytes = (length: number) => Uint8Array

/**
 * A new id: prefix + ULID (48 bits of milliseconds, 80 random bits). Time-ordered, so an id is its own cursor;
 * never monotonic, because a session id is a capability whose neighbours must not be guessable.
 */
export function newId(kind: IdKind, at: Date, randomBytes: RandomBytes): string {
  return idPrefixes[kind] + encodeTime(at.getTime()) + encodeRandom(randomBytes(10))
}

/** The regular expression of ids of this kind. */
export function idPattern(kind: IdKind): string {
  return `^${idPrefixes[kind]}[0-7][0-9A-HJKMNP-TV-Z]{25}$`
}

/** Whether `value` has the form of an id of this kind. */
export function isId(kind: IdKind, value: string): boolean {
  return new RegExp(idPattern(kind)).test(value)
}

/** 10 characters of lower-case base 32 without look-alikes, for `/l/{slug}`. */
export function newSlug(randomBytes: RandomBytes): string {
  return uniformCharacters(10, slugAlphabet, randomBytes)
}

/** `length` characters drawn uniformly from `characters` (at most 256), by rejection sampling. */
export function uniformCharacters(
  length: number,
  characters: string,
  randomBytes: RandomBytes,
): string {
  const limit = 256 - (256 % characters.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < limit && text.length < length) text += characters.charAt(byte % characters.length)
    }
  }
  return text
}

/** A fraction of 1, uniform in [0, 1). */
export function randomFraction(randomBytes: RandomBytes): number {
  return randomBytes(4).reduce((sum, byte) => (sum + byte) / 256, 0)
}

/** The first 10 characters of every ULID of a millisecond (at least 0). */
export function encodeTime(milliseconds: number): string {
  let text = ''
  let rest = milliseconds
  for (let position = 0; position < 10; position++) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** When an id was made; undefined for other text. */
export function timeOfId(id: string): Date | undefined {
  const [, ulid] = /^[a-z]+_([0-9A-HJKMNP-TV-Z]{26})$/.exec(id) ?? []
  if (ulid === undefined) return undefined
  const digits = [...ulid.slice(0, 10)].map((letter) => alphabet.indexOf(letter))
  return new Date(digits.reduce((sum, digit) => sum * 32 + digit, 0))
}

function encodeRandom(bytes: Uint8Array): string {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  let text = ''
  for (let position = 0; position < 16; position++) {
    text = alphabet.charAt(Number(value & 31n)) + text
    value >>= 5n
  }
  return text
}
