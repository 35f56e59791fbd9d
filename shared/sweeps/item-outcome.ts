import { getAddress } from 'viem'
import { readChain } from '../chain/read-chain.ts'
import type { AgreedReceipt } from '../chain/sending/agreed-receipt.ts'
import { movedByLogs } from './rules/moved-by-logs.ts'
import { attemptOf, type Sweep, type SweepItem } from './rules/sweep.ts'
import type { SweptChain } from './sweep-services.ts'
import { authorizationStateCall, isUsed } from './transactions/authorization.ts'

/** What a mined transaction did for one item. Amounts in the item's asset, `coinFeeBase` in the native coin. */
export type ItemOutcome = {
  /** What arrived at the recipient. */
  movedBase: bigint
  /** What the token kept of it. */
  tokenFeeBase: bigint
  /** What the item's own address paid for the transaction. */
  coinFeeBase: bigint
  failure: string | null
}

type Mined = { sweep: Sweep; item: SweepItem; receipt: AgreedReceipt }

const nothing = { movedBase: 0n, tokenFeeBase: 0n, coinFeeBase: 0n, failure: null }

/** The outcome of an item, by the transaction's own receipt. Throws `ChainUnavailable`. */
export async function outcomeOf(chain: SweptChain, mined: Mined): Promise<ItemOutcome> {
  const { sweep, receipt } = mined
  const { kind } = sweep
  const ownFee = kind === 'native' || kind === 'token' ? receipt.feeBase : 0n
  const failed = { ...nothing, coinFeeBase: ownFee, failure: 'The transaction was reverted.' }
  if (kind === 'authorized') return authorizedOutcome(chain, mined)
  if (!receipt.isSuccess) return failed
  if (kind === 'token') return { ...tokenOutcome(mined), coinFeeBase: ownFee }
  const movedBase = attemptOf(sweep, receipt.hash)?.valueBase ?? 0n
  return { ...nothing, movedBase, coinFeeBase: ownFee }
}

function tokenOutcome({ sweep, item, receipt }: Mined): ItemOutcome {
  const { tokenAddress, recipient } = sweep
  const of = { token: tokenAddress ?? '', from: item.address, to: recipient }
  const { leftBase, arrivedBase } = movedByLogs(receipt.logs, of)
  const failure = leftBase === 0n ? 'The transaction moved nothing.' : null
  return { ...nothing, movedBase: arrivedBase, tokenFeeBase: leftBase - arrivedBase, failure }
}

/** A batch succeeds even if some of its calls fail. Anyone may have submitted one of its authorizations before. */
async function authorizedOutcome(chain: SweptChain, mined: Mined): Promise<ItemOutcome> {
  const { item, receipt } = mined
  const outcome = receipt.isSuccess ? tokenOutcome(mined) : nothing
  if (outcome.movedBase > 0n) return outcome
  if (await isUsedElsewhere(chain, mined)) return { ...nothing, movedBase: item.amountBase }
  const failure = receipt.isSuccess ? 'The batch left it behind.' : 'The batch was reverted.'
  return { ...nothing, failure }
}

function isUsedElsewhere(
  { client }: SweptChain,
  { sweep, item, receipt }: Mined,
): Promise<boolean> {
  return readChain(client, async () => {
    const data = authorizationStateCall(
      item.address,
      `0x${(item.authorizationNonce ?? '').slice(2)}`,
    )
    const returned = await client.node.request({
      method: 'eth_call',
      params: [
        { to: getAddress(sweep.tokenAddress ?? ''), data },
        { blockHash: receipt.blockHash },
      ],
    })
    return isUsed(returned)
  })
}
