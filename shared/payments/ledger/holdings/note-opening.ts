import { balanceBefore } from '../../../chain/balances/balance-before.ts'
import type { Reading } from '../../../chain/balances/read-received.ts'
import { blockAtOrAfter } from '../../../chain/blocks/block-at-or-after.ts'
import { canonicalBlockHash } from '../../../chain/blocks/canonical-block-hash.ts'
import type { BlockRef } from '../../../chain/blocks/read-block.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact } from '../../../kernel/store/transact.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { sessionStart } from '../../checkout-sessions/rules/session-start.ts'
import { lastDeadline } from '../../checkout-sessions/rules/session-terms.ts'
import { heldBy } from '../../holdings/held-by.ts'
import { holdingDue } from '../../holdings/store/holdings.ts'
import {
  type AddressMovement,
  isOwnMovement,
  type OpeningHolding,
  openingOf,
  receivedBase,
} from '../rules/address-movement.ts'
import type { UnmatchedDeposit } from '../rules/unmatched-deposit.ts'
import { saveOpeningHolding } from '../store/address-movements.ts'
import { loadUnmatchedDeposit, unmatchedDepositWrite } from '../store/unmatched-deposits.ts'

export type NoteOpeningDeps = {
  table: Table
  now: () => Date
  /** Called with every deposit that is new or has grown. */
  onUnmatched?: (deposit: UnmatchedDeposit) => void
}

type Holding = {
  reading: Reading
  movements: readonly AddressMovement[]
}

/**
 * The movements of a session's asset, including what its address held before the session. That amount is recorded once,
 * before any money is counted, and shown to the operator. Undefined while it can't be known: the address holds money,
 * and the chain's clock has not reached the session's creation. Throws `ChainUnavailable`.
 */
export async function withOpening(
  deps: NoteOpeningDeps,
  session: CheckoutSession,
  holding: Holding,
): Promise<AddressMovement[] | undefined> {
  const { movements, reading } = holding
  const noted = openingOf(movements)
  if (noted && (await isCanonical(reading.client, noted))) return [...movements]
  const isEmpty = isEmptyYet(holding)
  // Anything that arrives now is late by any clock.
  if (isEmpty && reading.head.timestamp > lastDeadline(session)) return [...movements]
  const opening = isEmpty
    ? openingAt(session, reading.head, 0n)
    : await readOpening(deps, session, reading)
  if (!opening) return undefined
  // A single node's claim is not saved, because it would be permanent.
  if (!reading.isShared) return [...movements.filter(isOwnMovement), opening]
  // Before saving the opening, so that a crash repeats it instead of losing it.
  if (noted || opening.amountBase > 0n) await noteDeposit(deps, session, opening)
  const key = { mode: session.mode, sessionId: session.id }
  const saved = await saveOpeningHolding(deps.table, key, { opening, replaced: noted })
  return [...movements.filter(isOwnMovement), saved]
}

/** Whether the address is empty, so that anything that arrives later is new, whatever its block's time. */
function isEmptyYet({ reading: { head, headBase }, movements }: Holding): boolean {
  const own = movements.filter(isOwnMovement)
  return receivedBase(headBase, own, head.number) === 0n
}

function openingAt(
  { lock: { chainId, tokenAddress } }: CheckoutSession,
  { number: blockNumber, hash: blockHash }: BlockRef,
  amountBase: bigint,
): OpeningHolding {
  return { kind: 'opening', chainId, tokenAddress, amountBase, blockNumber, blockHash }
}

/** Whether the opening holding is still canonical. An empty address was empty on every fork. */
async function isCanonical(
  client: ChainClient,
  { amountBase, blockNumber, blockHash }: OpeningHolding,
): Promise<boolean> {
  return amountBase === 0n || (await canonicalBlockHash(client, blockNumber)) === blockHash
}

async function readOpening(
  { now }: NoteOpeningDeps,
  session: CheckoutSession,
  { client, head, headBase, confirmed }: Reading,
): Promise<OpeningHolding | undefined> {
  const { address, createdAt, lock } = session
  const { blockTimeMs } = client.chain
  const start = sessionStart(createdAt, { now: now(), headTime: head.timestamp, blockTimeMs })
  if (!start) return undefined
  const fromBlock = await blockAtOrAfter(client, start, head.number)
  const asset = { address, token: lock.tokenAddress }
  const newest = { block: head, base: headBase }
  const before = await balanceBefore(client, { ...asset, fromBlock, confirmed, head: newest })
  return openingAt(session, before.block, before.base)
}

/** Emits no event, because no customer caused it. */
async function noteDeposit(
  { table, now, onUnmatched }: NoteOpeningDeps,
  session: CheckoutSession,
  { amountBase, blockNumber: readAtBlock }: OpeningHolding,
): Promise<void> {
  const { mode, id: sessionId, address, lock } = session
  const { chainId, tokenAddress, asset: symbol, decimals } = lock
  const key = { mode, sessionId, chainId, tokenAddress, reason: 'before_session' } as const
  const before = await loadUnmatchedDeposit(table, key)
  if (amountBase === (before?.amountBase ?? 0n)) return
  const version = (before?.version ?? 0) + 1
  const held = { address, symbol, decimals, amountBase, readAtBlock }
  const { acceptedBase = 0n, dismissedBase = 0n, promisedBase = 0n } = before ?? {}
  const decided = { acceptedBase, dismissedBase, promisedBase }
  const deposit = { ...key, ...held, ...decided, version, seenAt: now() }
  if (amountBase > (before?.amountBase ?? 0n)) onUnmatched?.(deposit)
  // A concurrent writer has read the same.
  await transact(table, [
    unmatchedDepositWrite(deposit, before?.version ?? 0),
    holdingDue(heldBy(session, lock), now()),
  ])
}
