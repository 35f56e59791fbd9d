import { isNameKey } from '../../../records/customers/rules/name-in.ts'

/** The email of somebody who is erased, and what stands in its place. */
export type Person = { email: string; placeholder: string }

type Metadata = Record<string, string | number>

/** What customers can give on the checkout page besides their email. */
export const billingKeys: readonly string[] = [
  'name',
  'phone',
  'country',
  'region',
  'postcode',
  'notes',
]

/**
 * The metadata of a payment without what says who paid: billing details, names, and whatever has the email or such a name
 * in it. What else the shop wrote stays, such as the number of the order. Null if nothing does.
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

/** Where a shop leads its customers, without the URLs that have the email in them: null instead, for those alone. */
export function urlsWithoutPerson(urls: Urls, email: string): { [Field in keyof Urls]?: null } {
  const hasEmail = (url: string | null | undefined) => url && hasText(url, plain(email))
  const personal = urlFields.filter((field) => hasEmail(urls[field]))
  return Object.fromEntries(personal.map((field) => [field, null]))
}

/** Shops encode what they put into a URL, some of them twice. */
const mostEncodings = 3

/** Whether it has this text in it, in any letter case, also percent-encoded. */
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

/** A shorter one is in too many other words. */
const shortestName = 3

function plain(value: string | number): string {
  return String(value).trim().toLowerCase()
}
