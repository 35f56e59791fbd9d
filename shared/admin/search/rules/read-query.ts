import { type IdKind, idPattern, idPrefixes } from '../../../kernel/ids.ts'

/** The kinds of ids that the search finds. */
const foundIds = [
  'checkoutSession',
  'paymentLink',
  'customer',
  'event',
  'delivery',
  'sweep',
  'webhookEndpoint',
] as const satisfies readonly IdKind[]

export type FoundId = { kind: (typeof foundIds)[number]; id: string }

/** The typed text, read as everything that it may be. Any text may also be a value of metadata. */
export type SearchQuery = {
  text: string
  id: FoundId | undefined
  /** In lower case. */
  address: string | undefined
  /** A transaction's hash, in lower case. */
  hash: string | undefined
  email: string | undefined
  /** A payment link's slug. */
  slug: string | undefined
  /** The id of an order or a payment at a hosted provider; its letter case matters. */
  orderId: string | undefined
}

/** No provider's ids are longer. */
const maxOrderIdLength = 200

/**
 * Parses typed or pasted text: ids, addresses and hashes are also found in the URL of a page or of a block explorer,
 * and in any letter case.
 */
export function readQuery(typed: string): SearchQuery {
  const text = typed.trim()
  const isWord = !/\s/.test(text)
  return {
    text,
    id: idIn(text),
    address: match(text, /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-z])/i),
    hash: hashIn(text),
    email: isWord && /^[^@]+@[^@]+$/.test(text) ? text : undefined,
    slug: slugIn(text),
    orderId: isWord && text.length <= maxOrderIdLength ? text : undefined,
  }
}

function idIn(text: string): FoundId | undefined {
  const words = text.match(/[a-z]{2,3}_[0-9a-z]{26}(?![0-9a-z])/gi) ?? []
  const found = words.flatMap((word) => foundIds.flatMap((kind) => asId(kind, word) ?? []))
  return found[0]
}

function asId(kind: FoundId['kind'], word: string): FoundId | undefined {
  if (!new RegExp(idPattern(kind), 'i').test(word)) return undefined
  const prefix = idPrefixes[kind]
  return { kind, id: prefix + word.slice(prefix.length).toUpperCase() }
}

function hashIn(text: string): string | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return `0x${text.toLowerCase()}`
  return match(text, /(?<![0-9a-z])0x[0-9a-f]{64}(?![0-9a-z])/i)
}

/** The slug alone, or at the end of the link's URL. */
function slugIn(text: string): string | undefined {
  return match(text.replace(/^.*\/l\//, ''), /^[a-z2-9]{10}$/i)
}

function match(text: string, pattern: RegExp): string | undefined {
  return pattern.exec(text)?.[0].toLowerCase()
}
