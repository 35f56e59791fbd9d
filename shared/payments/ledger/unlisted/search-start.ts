import { blockAtOrAfter } from '../../../chain/blocks/block-at-or-after.ts'
import type { BlockRef } from '../../../chain/blocks/read-block.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { type AddressMovement, openingOf } from '../rules/address-movement.ts'

/** A chain's clock may be behind ours. */
const marginMs = 120_000

type Known = { client: ChainClient; head: BlockRef; movements: readonly AddressMovement[] }

/** The start of a search for a session's money: after the block of its opening holding, if there was any money. */
export async function searchStart(
  { createdAt }: Pick<CheckoutSession, 'createdAt'>,
  { client, head, movements }: Known,
): Promise<{ fromBlock: bigint; heldBeforeBase: bigint }> {
  const opening = openingOf(movements)
  if (opening && opening.amountBase > 0n) {
    return { fromBlock: opening.blockNumber + 1n, heldBeforeBase: opening.amountBase }
  }
  const from = new Date(createdAt.getTime() - marginMs)
  return { fromBlock: await blockAtOrAfter(client, from, head.number), heldBeforeBase: 0n }
}
