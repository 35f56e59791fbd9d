import type { Mode } from '../../../kernel/mode.ts'
import type { Sealed } from '../../../kernel/sealed.ts'

/**
 * Why an address may be in effect at once. `new-wallet`: the oldest wallet of the mode is younger than a day.
 * `same-address`: it is the payout wallet in effect of another network, and no contract.
 */
export const atOnceReasons = ['new-wallet', 'same-address'] as const
export type AtOnceReason = (typeof atOnceReasons)[number]

/** The destination of a chain's swept money, and its period. */
export type PayoutAddress = {
  address: `0x${string}`
  effectiveAt: Date
  /** The version of the payout wallet that it was set in, and when that was. */
  setIn: number
  setAt: Date
  /** Null if it waited, or waits, for 24 hours. */
  atOnce: AtOnceReason | null
}

/** With a sealed copy. The sweep trusts only the copy; the rest is for display. */
export type SealedPayoutAddress = PayoutAddress & { sealed: Sealed }

export type PayoutWallet = {
  mode: Mode
  chainId: number
  current: SealedPayoutAddress
  /** A change that is not in effect yet, or has been since the item was last written. */
  next: SealedPayoutAddress | null
  /** Earlier destinations, the latest first. */
  former: readonly PayoutAddress['address'][]
  /** Grows with every change and cancellation. */
  version: number
  /** The version and what belongs to it, sealed together. */
  sealedState: Sealed
}

export type PayoutState = Pick<PayoutWallet, 'version'> & {
  current: PayoutAddress
  next: PayoutAddress | null
  former: PayoutWallet['former']
}

/** The destination of a mode's money on a chain now, as it was sealed. */
export type PayoutInEffect = {
  address: PayoutAddress['address']
  /** Earlier destinations, the latest first: sweeps that were planned then may still be under way. */
  former: PayoutWallet['former']
  /** When another address takes its place; null if none will. */
  changesAt: Date | null
  /** Only money at addresses of words that were sealed since then goes there yet; null if all does. */
  wordsSince: Date | null
}

/** The highest version that the sweep has seen, and the highest in which an address was set that it has sent to. */
export type SeenPayoutWallet = { version: number; setIn: number }

/** The version of a change: above all that the sweep has seen, even if someone put back an earlier item. */
export function nextVersion(
  stored: Pick<PayoutWallet, 'version'> | undefined,
  seen: SeenPayoutWallet | undefined,
): number {
  return Math.max(stored?.version ?? 0, seen?.version ?? 0) + 1
}

/** A change takes effect this much later, so that the owner can cancel a change that they did not order. */
const changeDelayMs = 24 * 3_600_000

/** When an address takes effect that is set now. */
export function effectiveFrom(atOnce: AtOnceReason | null, now: Date): Date {
  return atOnce === null ? dayAfter(now) : now
}

/** Whether the oldest wallet of a mode is so young that nobody but its owner had time to take it over. */
export function isNew(sealedAt: Date, now: Date): boolean {
  return now < dayAfter(sealedAt)
}

/**
 * Since when words must have been sealed whose money may go to an address now. Whoever made an old wallet look young, by
 * deleting rows, waits like everybody else; null once it has waited.
 */
export function wordsSince({ atOnce, setAt }: PayoutAddress, now: Date): Date | null {
  if (atOnce !== 'new-wallet' || now >= dayAfter(setAt)) return null
  return new Date(setAt.getTime() - changeDelayMs)
}

function dayAfter(moment: Date): Date {
  return new Date(moment.getTime() + changeDelayMs)
}

/** If a sweep is stuck for longer than this number of changes, an operator has to end it. */
const mostFormer = 10

/** The wallet, with a pending change applied if it is in effect by now. */
export function inEffect(wallet: PayoutWallet, now: Date): PayoutWallet {
  const { current, next } = wallet
  if (!next || next.effectiveAt > now) return wallet
  const former = [current.address, ...wallet.former].slice(0, mostFormer)
  return { ...wallet, current: next, next: null, former }
}

/** Binds a sealed payout address to its mode and chain: it is worth nothing for another one. */
export function payoutWalletContext({
  mode,
  chainId,
}: Pick<PayoutWallet, 'mode' | 'chainId'>): Record<string, string> {
  return { item: 'payout-wallet', mode, chainId: String(chainId) }
}

export function payoutStateContext({
  mode,
  chainId,
}: Pick<PayoutWallet, 'mode' | 'chainId'>): Record<string, string> {
  return { item: 'payout-wallet-state', mode, chainId: String(chainId) }
}
