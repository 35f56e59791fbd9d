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
    billingKeys.includes(key) || isNameKey(key) || texts.some((text) => plain(value).includes(text))
  const kept = pairs.filter((pair) => !isPersonal(pair))
  return kept.length > 0 ? Object.fromEntries(kept) : null
}

/** A shorter one is in too many other words. */
const shortestName = 3

function plain(value: string | number): string {
  return String(value).trim().toLowerCase()
}
