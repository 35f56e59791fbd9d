import { isNameKey } from '../../../records/customers/rules/name-in.ts'

/** The email of an erased person, and its replacement. */
export type Person = { email: string; placeholder: string }

type Metadata = Record<string, string | number>

/** Details that customers can enter on the checkout page besides their email. */
export const billingKeys: readonly string[] = [
  'name',
  'phone',
  'country',
  'region',
  'postcode',
  'notes',
]

/**
 * Returns a payment's metadata without what says who paid: billing details, names, and any value that contains the
 * email or such a name. Everything else that the shop wrote stays, such as the order number. Null if nothing is left.
 */
export function withoutPerson(metadata: Metadata | null, email: string): Metadata | null {
  const pairs = Object.entries(metadata ?? {})
  const names = pairs.flatMap(([key, value]) => (isNameKey(key) ? plain(value) : []))
  const texts = [plain(email), ...names.filter((name) => name.length >= shortestName)]
  const isPersonal = ([key, value]: [string, string | number]) =>
    billingKeys.includes(key) || isNameKey(key) || texts.some((text) => hasText(value, text))
  const kept = pairs.filter((pair) => !isPersonal(pair))
  return kept.length > 0 ? Object.fromEntries(kept) : null
}

const urlFields = ['successUrl', 'cancelUrl', 'returnUrl'] as const

type Urls = { [Field in (typeof urlFields)[number]]?: string | null | undefined }

/** Returns the shop's return URLs, with null instead of each one that contains the email. */
export function urlsWithoutPerson(urls: Urls, email: string): { [Field in keyof Urls]?: null } {
  const hasEmail = (url: string | null | undefined) => url && hasText(url, plain(email))
  const personal = urlFields.filter((field) => hasEmail(urls[field]))
  return Object.fromEntries(personal.map((field) => [field, null]))
}

/** Shops encode values in URLs, some of them twice. */
const mostEncodings = 3

/** Whether the value contains this text, in any letter case, also percent-encoded. */
function hasText(value: string | number, text: string): boolean {
  let read = plain(value)
  for (let times = 0; times < mostEncodings && !read.includes(text); times++) {
    read = plain(read.replace(/(?:%[0-9a-f]{2})+/g, decoded))
  }
  return read.includes(text)
}

/** Never throws, unlike `decodeURIComponent`. */
function decoded(bytes: string): string {
  return Buffer.from(bytes.replaceAll('%', ''), 'hex').toString()
}

/** A shorter name is part of too many other words. */
const shortestName = 3

function plain(value: string | number): string {
  return String(value).trim().toLowerCase()
}
