import type { Mode } from '../../../kernel/mode.ts'
import type { Sealed } from '../../../kernel/sealed.ts'
import type { ProviderName } from './provider-name.ts'

/** Credentials of an account at a provider. */
export type ProviderAccount = {
  /** Names the account at the provider: new credentials of the same one keep it. Orders belong to it. */
  account: number
  credentials: Sealed
  /** Shows which credentials these are, and nothing of them. */
  fingerprint: string
  /** The destination of its coins; null if the provider keeps them. */
  wallet: string | null
}

/** A mode's account with a provider, as its operator set it. */
export type Integration = ProviderAccount & {
  mode: Mode
  provider: ProviderName
  /** Counts writes; every write is conditional on it. */
  version: number
  isEnabled: boolean
  /** Its pending replacement. */
  next: (ProviderAccount & { from: Date }) | null
  /** Earlier accounts, the latest first: for orders that were made with them. */
  past: readonly ProviderAccount[]
  setAt: Date
}

const delayMs = 86_400_000

/** Each replacement that the provider doesn't prove takes a day, so these reach back far enough for late refunds. */
const mostPast = 10

/** The integration with a replacement in its place that is in effect by now. */
export function inEffect<Known extends Integration>(integration: Known, now: Date): Known {
  const { next } = integration
  if (!next || next.from > now) return integration
  const { from: _, ...account } = next
  return { ...integration, ...account, next: null, past: pastAfter(integration) }
}

/** Every account that orders may have been made with, the one in use first. */
export function accountsAt(integration: Integration, now: Date): ProviderAccount[] {
  const { account, credentials, fingerprint, wallet, past } = inEffect(integration, now)
  return [{ account, credentials, fingerprint, wallet }, ...past]
}

export type Replacement = Omit<ProviderAccount, 'account'> & {
  /** Whether the provider proved that it is the same account, with the same wallet. */
  isSame: boolean
}

/**
 * The accounts once `given` is set: at once if the provider proved that it is the same account, else after 24 hours. Set
 * again while it waits, it doesn't wait longer.
 */
export function accountsAfter(
  before: Integration,
  { isSame, ...given }: Replacement,
  now: Date,
): Pick<Integration, 'next' | 'past'> & ProviderAccount {
  const { account, credentials, fingerprint, wallet, next, past } = before
  const current = { account, credentials, fingerprint, wallet }
  if (fingerprint === given.fingerprint) return { ...current, next: null, past }
  // The earlier keys end with it: they may be replaced because somebody else has them.
  if (isSame) return { account, ...given, next: null, past }
  if (next?.fingerprint === given.fingerprint) {
    return { ...current, next: { ...next, ...given }, past }
  }
  const from = new Date(now.getTime() + delayMs)
  const known = [current, ...past].map((each) => each.account)
  return { ...current, next: { account: Math.max(...known) + 1, ...given, from }, past }
}

/**
 * An integration without the replacement that was pending at a moment; undefined if none was. An account that has taken
 * effect since stays known: orders may have been made with it.
 */
export function withoutReplacement(
  integration: Integration,
  { pendingAt, now }: { pendingAt: Date; now: Date },
): { left: Integration; canceled: ProviderAccount & { from: Date } } | undefined {
  const before = inEffect(integration, pendingAt)
  if (!before.next) return undefined
  const { from, ...account } = before.next
  const past = from > now ? before.past : [account, ...before.past].slice(0, mostPast)
  return { left: { ...before, next: null, past }, canceled: before.next }
}

function pastAfter({ account, credentials, fingerprint, wallet, past }: Integration) {
  return [{ account, credentials, fingerprint, wallet }, ...past].slice(0, mostPast)
}
