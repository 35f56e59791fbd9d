import type { Hash } from 'viem'
import { readConfirmedBlock } from '../../chain/blocks/read-confirmed-block.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { agreedReceipt, isMinedNowhere } from '../../chain/sending/agreed-receipt.ts'
import { withDepth } from '../../chain/with-depth.ts'
import { commit } from '../../kernel/operation/commit.ts'
import { paymentsOf } from './chain/payments-of.ts'
import { refundDecision } from './change-refund.ts'
import type { FindRefundsServices } from './find-refunds-services.ts'
import { confirmedAt, type Refund, type RefundTransfer, vanished } from './rules/refund.ts'
import { loadRefund } from './store/refunds.ts'

/**
 * Confirms a refund whose transfer has the confirmations that it needs; one whose transfer a reorg removed waits for it
 * again. Returns whether that changed anything. Throws `ChainUnavailable`.
 */
export async function recheckRefund(
  services: FindRefundsServices,
  client: ChainClient,
  refund: Refund,
): Promise<boolean> {
  const { transfer } = refund
  if (!transfer) return false
  const standing = await services.ask(client, (limited) => standingOf(limited, refund, transfer))
  if (standing === 'gone') return save(services, refund, 'gone')
  if (standing === 'unclear') return false
  const { confirmationsRequired } = refund
  const confirmed = await services.ask(client, (limited) =>
    readConfirmedBlock(withDepth(limited, confirmationsRequired), { now: services.now() }),
  )
  return standing.blockNumber <= confirmed.number ? save(services, refund, standing) : false
}

/** The transfer as it is in a block now. */
async function standingOf(
  client: ChainClient,
  refund: Refund,
  transfer: RefundTransfer,
): Promise<RefundTransfer | 'gone' | 'unclear'> {
  const hash: Hash = `0x${transfer.txHash.slice(2)}`
  const receipt = await agreedReceipt(client, hash)
  if (!receipt) return (await isMinedNowhere(client, [hash])) ? 'gone' : 'unclear'
  if (receipt.blockHash === transfer.blockHash) return transfer
  const since = refund.paidSince
  const result = await paymentsOf(client, refund, { hash, since })
  if (!('payments' in result)) return result.problem === 'not-mined' ? 'unclear' : 'gone'
  const transfers = result.payments.map((payment) => payment.transfer)
  return transfers.find(({ position }) => position === transfer.position) ?? 'gone'
}

function save(
  services: FindRefundsServices,
  { mode, id, version }: Refund,
  standing: RefundTransfer | 'gone',
): Promise<boolean> {
  return commit(services.table, async () => {
    const before = await loadRefund(services.table, mode, id)
    if (before?.version !== version) return { result: false }
    const now = services.now()
    const isGone = standing === 'gone'
    const after = isGone ? vanished(before, now) : confirmedAt(before, standing, now)
    if (!after) return { result: false }
    const event = isGone ? 'refund.ready' : 'refund.confirmed'
    return { ...(await refundDecision(services, { before, after, event })), result: true }
  })
}
