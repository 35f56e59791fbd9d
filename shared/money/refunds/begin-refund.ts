import type { Chain } from '../../chain/chain.ts'
import { chainById } from '../../chain/chains.ts'
import { newId } from '../../kernel/ids.ts'
import { linkSecretHash } from '../../kernel/link-secret.ts'
import { parseDecimal } from '../../kernel/money.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import { depositId, type UnmatchedDeposit } from '../../payments/ledger/rules/unmatched-deposit.ts'
import { loadTransfers } from '../../payments/ledger/store/transfers.ts'
import { loadUnmatchedDeposits } from '../../payments/ledger/store/unmatched-deposits.ts'
import { confirmationsOf } from '../../records/settings/rules/confirmations-of.ts'
import { requireOwnAddress } from '../payout-wallets/require-own-address.ts'
import { refundDecision } from './change-refund.ts'
import { type AddressGiver, claimLifetimeMs, type Refund } from './rules/refund.ts'
import { refuseRefund } from './rules/refund-refusals.ts'
import type { NewRefund } from './wire/new-refund.ts'
import { type CreatedRefundBody, presentRefund } from './wire/refund.ts'

type Beginning = { session: CheckoutSession; given: NewRefund; by: AddressGiver }

/**
 * The decision to create a refund of a payment. Throws `resource_not_found` for an unknown deposit, and
 * `parameter_invalid` for an amount that was not received, and for an address that can't be the customer's.
 */
export async function decideNewRefund(deps: SessionEventDeps, { session, given, by }: Beginning) {
  const { mode, id: sessionId } = session
  const { table, now, randomBytes } = deps
  const { address, sender } = given
  const [deposit, settings, paidSince] = await Promise.all([
    depositNamed(deps, session, given.depositId),
    deps.settings(mode),
    firstPaidAt(deps, session),
  ])
  const { chainId, symbol, tokenAddress, decimals } = deposit ?? assetOfSession(session)
  const createdAt = now()
  // 128 bits, so that guessing needs no limit on attempts.
  const secret = address === null ? Buffer.from(randomBytes(16)).toString('base64url') : null
  const id = newId('refund', createdAt, randomBytes)
  const chain = requireChain(chainId)
  if (address !== null) await requireOwnAddress(table, { chain, address, param: 'address' })
  const refund: Refund = {
    id,
    mode,
    version: 0,
    status: address === null ? 'awaiting_address' : 'ready',
    sessionId,
    depositId: deposit ? depositId(deposit) : null,
    chainId,
    symbol,
    tokenAddress,
    decimals,
    amountBase: baseOf(given.amount, decimals),
    confirmationsRequired:
      chainId === session.lock.chainId
        ? session.confirmationsRequired
        : confirmationsOf(settings, chain),
    reason: given.reason,
    address,
    givenBy: address === null ? null : by,
    sender,
    claimHash: secret === null ? null : linkSecretHash(secret),
    claimExpiresAt: secret === null ? null : new Date(createdAt.getTime() + claimLifetimeMs),
    transfer: null,
    reference: null,
    searchedTo: null,
    paidSince,
    readyAt: address === null ? null : createdAt,
    completedAt: null,
    createdAt,
    updatedAt: createdAt,
  }
  const change = { before: null, after: refund, event: 'refund.created' } as const
  const decision = await refundDecision(deps, change)
  const claimUrl = secret === null ? null : `${settings.baseUrl}/refund/${id}#${secret}`
  const shown = presentRefund(decision.result)
  const promise = { mode, target: id, note: given.reason ?? '', after: { ...shown } }
  const result: CreatedRefundBody = { ...shown, claimUrl }
  return { ...decision, changes: [{ ...promise, action: 'refund.create' } as const], result }
}

/** Throws `unsupported_chain` for one that the registry no longer has. */
export function requireChain(chainId: number): Chain {
  const chain = chainById(chainId)
  if (chain) return chain
  throw refuseRefund('refund_on_unknown_chain', { chainId })
}

type Asset = Pick<Refund, 'chainId' | 'symbol' | 'tokenAddress' | 'decimals'>

function assetOfSession({ lock }: CheckoutSession): Asset {
  const { chainId, asset: symbol, tokenAddress, decimals } = lock
  return { chainId, symbol, tokenAddress, decimals }
}

async function depositNamed(
  { table }: Pick<SessionEventDeps, 'table'>,
  { mode, id: sessionId }: CheckoutSession,
  wanted: string | null,
): Promise<UnmatchedDeposit | undefined> {
  if (wanted === null) return undefined
  const deposits = await loadUnmatchedDeposits(table, { mode, sessionId })
  const found = deposits.find((each) => depositId(each) === wanted)
  if (found) return found
  throw refuseRefund('no_deposit_to_refund', { wanted, sessionId })
}

/** When the first transfer to its address was on the chain; what didn't count may be as old as the session. */
async function firstPaidAt(
  { table }: Pick<SessionEventDeps, 'table'>,
  { mode, id: sessionId, createdAt }: CheckoutSession,
): Promise<Date> {
  const transfers = await loadTransfers(table, { mode, sessionId })
  const times = transfers.map(({ blockTime }) => blockTime.getTime())
  return new Date(Math.min(...times, ...(times.length === 0 ? [createdAt.getTime()] : [])))
}

function baseOf(amount: string, decimals: number): bigint {
  const parsed = parseDecimal(amount, decimals)
  if (parsed) return parsed.units * 10n ** BigInt(decimals - parsed.scale)
  throw refuseRefund('too_many_decimals', { decimals })
}
