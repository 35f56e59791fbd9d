import type { CheckoutSession } from './checkout-session.ts'
import { referenceIn } from './reference.ts'

type Metadata = CheckoutSession['metadata']

/** The texts by whose words a session is found: the number of its order, and the values of these keys. */
export function searchableTexts(metadata: Metadata, names: readonly string[]): string[] {
  const named = Object.entries(metadata ?? {}).filter(([name]) => names.includes(name))
  return [referenceIn(metadata) ?? '', ...named.map(([, value]) => String(value))]
}
