import { balanceIfKept } from '../../../chain/balances/balance-if-kept.ts'
import { blockAtOrAfter } from '../../../chain/blocks/block-at-or-after.ts'
import type { BlockRef } from '../../../chain/blocks/read-block.ts'
import type { ChainAsset } from '../../../chain/chains.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import { commit, type Decision } from '../../../kernel/operation/commit.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { SessionContended } from '../../checkout-sessions/session-contended.ts'
import {
  enqueuePendingDeliveries,
  type SessionEventDeps,
  sessionEvents,
} from '../../checkout-sessions/session-events.ts'
import { loadCheckoutSession, sessionEventCount } from '../../checkout-sessions/store/sessions.ts'
import { heldBy } from '../../holdings/held-by.ts'
import { holdingDue } from '../../holdings/store/holdings.ts'
import { type AddressMovement, receivedBase } from '../rules/address-movement.ts'
import type { Transfer } from '../rules/transfer.ts'
import {
  reasonInWindow,
  type UnmatchedDeposit,
  type UnmatchedReason,
  unmatchedPart,
} from '../rules/unmatched-deposit.ts'
import { loadUnmatchedDeposit, unmatchedDepositWrite } from '../store/unmatched-deposits.ts'
import { presentUnmatchedDeposit } from '../wire/unmatched-deposit.ts'

export type NoteUnmatchedDepositDeps = SessionEventDeps & {
  /** Called with every deposit that is new or has grown. */
  onUnmatched?: (deposit: UnmatchedDeposit) => void
}

export type AssetHolding = {
  client: ChainClient
  asset: ChainAsset
  /** The block at which it was read. */
  head: BlockRef
  /** Everything that the address ever received. */
  receivedBase: bigint
  /** The session's own transfers of this asset. */
  own: readonly Transfer[]
  /** Our own movements of this asset. */
  movements: readonly AddressMovement[]
  /** The deposit as recorded before. */
  known: UnmatchedDeposit | undefined
}

/**
 * Records how much of a holding doesn't belong to the session, and returns whether that changed. A deposit that is new
 * or has grown emits an event in the same transaction, so that concurrent checks send it once. Throws
 * `ChainUnavailable`.
 */
export async function noteUnmatchedDeposit(
  deps: NoteUnmatchedDepositDeps,
  session: CheckoutSession,
  holding: AssetHolding,
): Promise<boolean> {
  const { client, asset, head } = holding
  const { tokenAddress } = asset
  const { chainId } = client.chain
  const { mode, id: sessionId } = session
  const part = unmatchedPart(session, holding.own, { ...holding, chainId, tokenAddress })
  let isFirst = true
  const decide = async (): Promise<Decision<boolean>> => {
    const place = { mode, sessionId, chainId, tokenAddress }
    const before = isFirst ? holding.known : await loadUnmatchedDeposit(deps.table, place)
    isFirst = false
    const isOld = before !== undefined && before.readAtBlock > head.number
    if (isOld || part.amountBase === (before?.amountBase ?? 0n)) return { result: false }
    const reason = await reasonOf(session, holding, { part, before })
    const noted = {
      ...depositOf(session, holding, { amountBase: part.amountBase, reason }),
      version: (before?.version ?? 0) + 1,
      acceptedBase: before?.acceptedBase ?? 0n,
      dismissedBase: before?.dismissedBase ?? 0n,
      promisedBase: before?.promisedBase ?? 0n,
      seenAt: deps.now(),
    }
    return note(deps, noted, before)
  }
  const contended = () => new SessionContended(sessionId)
  return commit(deps.table, decide, { attempts: 5, contended })
}

function depositOf(
  { mode, id: sessionId, address }: CheckoutSession,
  { client, asset, head }: AssetHolding,
  part: { amountBase: bigint; reason: UnmatchedReason },
) {
  const { symbol, tokenAddress, decimals } = asset
  const { chainId } = client.chain
  const of = { mode, sessionId, address, chainId, symbol, tokenAddress, decimals }
  return { ...of, ...part, readAtBlock: head.number }
}

async function note(
  deps: NoteUnmatchedDepositDeps,
  deposit: UnmatchedDeposit,
  before: UnmatchedDeposit | undefined,
): Promise<Decision<boolean>> {
  const { mode, sessionId } = deposit
  const write = unmatchedDepositWrite(deposit, before?.version ?? 0)
  if (deposit.amountBase < (before?.amountBase ?? 0n)) return { result: true, writes: [write] }
  const loaded = await loadCheckoutSession(deps.table, mode, sessionId)
  if (!loaded) return { result: true }
  const { version, sequence } = loaded
  const session = { ...loaded, version: version + 1, sequence: sequence + 1 }
  const data = { deposit: presentUnmatchedDeposit(deposit) }
  const added = { type: 'session.unmatched_deposit', data } as const
  const { writes, deliveries } = await sessionEvents(deps, session, [added])
  // Not after the commit, so that a crash repeats it instead of losing it.
  deps.onUnmatched?.(deposit)
  return {
    result: true,
    writes: [
      write,
      dueOf(session, deposit, deps.now()),
      sessionEventCount(session, version),
      ...writes,
    ],
    after: () => enqueuePendingDeliveries(deps, deliveries),
  }
}

/** It is swept like any other money. */
function dueOf(session: CheckoutSession, deposit: UnmatchedDeposit, now: Date): Write {
  return holdingDue(heldBy(session, { ...deposit, asset: deposit.symbol }), now)
}

/** The reason of a deposit stays when more money arrives. */
async function reasonOf(
  session: CheckoutSession,
  holding: AssetHolding,
  {
    part,
    before,
  }: {
    part: { amountBase: bigint; reason: UnmatchedReason }
    before: UnmatchedDeposit | undefined
  },
): Promise<UnmatchedReason> {
  const inWindow = reasonInWindow(session)
  if (part.reason !== 'after_window' || !inWindow) return part.reason
  if (before && before.amountBase > 0n) return before.reason
  return (await arrivedInWindow(session, holding, part.amountBase)) ? inWindow : part.reason
}

/** Whether any unmatched money was there at the end of the window; false if the node no longer has that state. */
async function arrivedInWindow(
  { address, lateUntil }: CheckoutSession,
  { client, asset, head, receivedBase: allBase, movements }: AssetHolding,
  unmatchedBase: bigint,
): Promise<boolean> {
  if (head.timestamp <= lateUntil) return true
  const wholeSeconds = Math.floor(lateUntil.getTime() / 1000) + 1
  const after = await blockAtOrAfter(client, new Date(wholeSeconds * 1000), head.number)
  const last = after - 1n
  const balance = await balanceIfKept(client, { address, token: asset.tokenAddress }, last)
  if (balance === undefined) return false
  const ownBase = allBase - unmatchedBase
  return receivedBase(balance, movements, last) > ownBase
}
