import { getAddress } from 'viem'
import { newId, newSlug, type RandomBytes } from '../../shared/kernel/ids.ts'
import { createdAt } from '../factories.ts'
import { seededBytes } from '../seeded-bytes.ts'

type Shape = {
  pattern: RegExp
  /** Another text of this shape. */
  make: (text: string, bytes: RandomBytes) => string
}

/** In place of all times, since two that are the same in one run differ by milliseconds in the next. */
const moment = createdAt.toISOString()
const epoch = String(createdAt.getTime() / 1000)

const hexOf = (text: string, bytes: RandomBytes) =>
  Buffer.from(bytes(Math.ceil(text.length / 2)))
    .toString('hex')
    .slice(0, text.length)

/** Texts that differ from run to run. The first shape that fits counts, because ids contain what resembles others. */
const shapes: readonly Shape[] = [
  {
    pattern: /[a-z]{2,3}_[0-7][0-9A-HJKMNP-TV-Z]{25}/,
    make: (text, bytes) => text.slice(0, -26) + newId('quote', createdAt, bytes).slice(-26),
  },
  {
    pattern: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/,
    make: (text) => (text.length === moment.length ? moment : moment.replace('.000', '')),
  },
  {
    pattern: /\d{4}-\d\d-\d\d(?:T\d\d)?(?![\d:])/,
    make: (text) => moment.slice(0, text.length),
  },
  {
    pattern: /0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/,
    make: (text, bytes) => `0x${hexOf(text.slice(2), bytes)}`,
  },
  {
    pattern: /0x[0-9a-fA-F]{64}(?![0-9a-fA-F])/,
    make: (text, bytes) => `0x${hexOf(text.slice(2), bytes)}`,
  },
  // A signed transaction, whose signature isn't always of the same length.
  { pattern: /0x[0-9a-fA-F]{65,}/, make: () => '0x02' },
  {
    pattern: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
    make: (text, bytes) => text.replaceAll(/[0-9a-f]+/g, (part) => hexOf(part, bytes)),
  },
  { pattern: /(?<![0-9a-zA-Z])(?=\d*[a-f])[0-9a-f]{16,}(?![0-9a-zA-Z])/, make: hexOf },
  {
    pattern: /(?:ck_(?:live|test)|whsec)_[A-Za-z0-9+/]+/,
    make: (text, bytes) => text.replace(/[A-Za-z0-9+/]+$/, (part) => hexOf(part, bytes)),
  },
  { pattern: /127\.1\.\d+\.\d+:\d+/, make: () => '127.1.0.1:8545' },
  { pattern: /(?<=^slug#)\w+/, make: (_, bytes) => newSlug(bytes) },
  // Base 64 that ends in its padding, or is long and has all kinds of characters.
  { pattern: /(?<![\w+/-])[\w+/-]{22,}={1,2}/, make: base64Of },
  {
    pattern: /(?<![\w+/-])(?=[^A-Z]*[A-Z])(?=\D*\d)(?=[^a-z]*[a-z])[\w+/-]{22,}/,
    make: base64Of,
  },
  { pattern: /(?<=(?:127\.0\.0\.1|localhost):)\d{4,5}/, make: () => '8080' },
  { pattern: /(?<!\d)1[78]\d{8}(?!\d)/, make: () => epoch },
]

/** Without the two characters in which base 64 for URLs differs. */
function base64Of(text: string, bytes: RandomBytes): string {
  const { length } = Buffer.from(text, 'base64')
  const encoded = Buffer.from(bytes(length)).toString('base64').replaceAll(/[+/]/g, 'A')
  return text.endsWith('=') ? encoded : encoded.replaceAll('=', '')
}

const anyShape = new RegExp(shapes.map(({ pattern }) => `(${pattern.source})`).join('|'), 'g')

/**
 * Replaces what differs from run to run by values of the same shape, which depend on the seed and on the order in which
 * it finds them. Equal texts stay equal.
 */
export function replacerOfRunTexts(seed: string): (text: string) => string {
  const bytes = seededBytes(seed)
  const known = new Map<string, string>()
  const replacementOf = (text: string, shape: Shape) => {
    const found = known.get(text.toLowerCase()) ?? shape.make(text, bytes)
    known.set(text.toLowerCase(), found)
    return isMixed(text) ? getAddress(found) : found
  }
  return (text) =>
    text.replace(anyShape, (match, ...groups) => {
      const shape = shapes[groups.indexOf(match)]
      return shape ? replacementOf(match, shape) : match
    })
}

/** Whether it is an address in its display form; in keys it is in lower case. */
function isMixed(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text) && text !== text.toLowerCase()
}
