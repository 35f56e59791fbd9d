import type { Reading } from '../../../chain/balances/read-received.ts'
import type { BlockRef } from '../../../chain/blocks/read-block.ts'
import { smaller } from '../../../kernel/money.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import type { Counted, TransfersCounted } from '../../checkout-sessions/rules/decide-session.ts'
import { confirmsQuickly, paceOf } from '../../checkout-sessions/rules/wake-time.ts'
import type { AddressMovement } from '../rules/address-movement.ts'
import { countTransfers, isInTime } from '../rules/count-transfers.ts'
import type { Transfer } from '../rules/transfer.ts'
import { withoutSurplus } from '../rules/without-surplus.ts'
import { byBlock } from './canonical-transfers.ts'
import { receivedUntil } from './received-until.ts'

type Counting = {
  session: CheckoutSession
  /** Received amounts, not balances. */
  reading: Reading
  movements: readonly AddressMovement[]
  transfers: readonly Transfer[]
}

/** The count under a session's terms, as the fact that decides about the session. Throws `ChainUnavailable`. */
export async function transfersCounted(counting: Counting): Promise<TransfersCounted> {
  const { session, reading, transfers } = counting
  const { quorumBlock, agreed } = reading
  const standing = transfers.filter(({ orphaned }) => !orphaned).toSorted(byBlock)
  const newest = standing.at(-1)
  return {
    type: 'transfersCounted',
    lock: session.lock,
    agreed,
    ...decidingTimes(session, reading),
    ...(await countsOf({ ...counting, transfers: standing })),
    confirmations: quorumBlock && newest ? confirmationsOf(newest, quorumBlock) : 0,
    txHash: firstHash(confirmedPart(standing, reading)) ?? firstHash(standing) ?? null,
    minedAt: standing[0]?.blockTime ?? null,
  }
}

/**
 * Seen and confirmed amounts by time of arrival. Once an agreed block is past a deadline, only agreed blocks tell what
 * was in time; until then, the transfers that one node shows do.
 */
async function countsOf(counting: Counting): Promise<{ seen: Counted; confirmed: Counted }> {
  const { session, reading, transfers } = counting
  const { headBase, head, confirmed, agreed } = reading
  const { expiresAt, lateUntil } = session
  const shown = countTransfers(session, transfers, { balanceBase: headBase, upTo: head.number })
  const onTime = await receivedUntil(counting, expiresAt)
  const inWindow = await receivedUntil(counting, lateUntil)
  // If two nodes disagree about an amount, it is pending, not confirmed.
  const totalBase = agreed ? reading.confirmedBase : 0n
  const confirmedBy = (untilBase: bigint | undefined, deadline: Date) =>
    isInTime(confirmed.timestamp, deadline) ? totalBase : smaller(untilBase ?? 0n, totalBase)
  return {
    seen: {
      totalBase: headBase,
      onTimeBase: smaller(onTime ?? shown.onTimeBase, headBase),
      inWindowBase: smaller(inWindow ?? shown.inWindowBase, headBase),
    },
    confirmed: {
      totalBase,
      onTimeBase: confirmedBy(onTime, expiresAt),
      inWindowBase: confirmedBy(inWindow, lateUntil),
    },
  }
}

/** The epoch while nothing can be decided by a deadline. */
function decidingTimes(
  session: CheckoutSession,
  { client: { chain }, quorumBlock, confirmed, agreed }: Reading,
): Pick<TransfersCounted, 'headTime' | 'confirmedTime'> {
  const never = new Date(0)
  const confirmedTime = quorumBlock && agreed ? confirmed.timestamp : never
  const isQuick = confirmsQuickly(paceOf(session, chain))
  return { headTime: isQuick ? confirmedTime : (quorumBlock?.timestamp ?? never), confirmedTime }
}

/** The transfers up to the confirmed block that make up the confirmed amount. */
function confirmedPart(
  standing: readonly Transfer[],
  { agreed, confirmed, confirmedBase }: Reading,
): Transfer[] {
  if (!agreed) return []
  const upTo = standing.filter(({ blockNumber }) => blockNumber <= confirmed.number)
  return withoutSurplus(upTo, confirmedBase)
}

function firstHash(transfers: readonly Transfer[]): string | undefined {
  return transfers.find(({ txHash }) => txHash)?.txHash ?? undefined
}

/** Blocks from the one with the transfer to the quorum block, both included; zero while the transfer is newer. */
function confirmationsOf({ blockNumber }: Transfer, quorumBlock: BlockRef): number {
  return blockNumber > quorumBlock.number ? 0 : Number(quorumBlock.number - blockNumber) + 1
}
