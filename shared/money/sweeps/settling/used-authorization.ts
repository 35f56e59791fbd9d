import { getAddress, type Hex } from 'viem'
import { getLogs } from 'viem/actions'
import { blockAtOrAfter } from '../../../chain/blocks/block-at-or-after.ts'
import type { BlockRef } from '../../../chain/blocks/read-block.ts'
import { readConfirmedBlock } from '../../../chain/blocks/read-confirmed-block.ts'
import { ChainUnavailable } from '../../../chain/chain-unavailable.ts'
import { agreedWord } from '../../../chain/nodes/agreed-word.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import { type AgreedReceipt, agreedReceipt } from '../../../chain/sending/agreed-receipt.ts'
import { type BlockRange, logsInHalves } from '../../../chain/transfers/logs-in-halves.ts'
import type { Sweep, SweepItem } from '../../../payments/holdings/rules/sweep.ts'
import { movedByLogs } from '../rules/moved-by-logs.ts'
import {
  authorizationStateCall,
  authorizationUsedEvent,
  isUsed,
  usesAuthorization,
} from '../sending/transactions/authorization.ts'
import type { SweepServices, SweptChain } from '../sweep-services.ts'

type Mined = { sweep: Sweep; item: SweepItem; receipt: AgreedReceipt }

/**
 * The amount that left the address by an authorization that someone else submitted, after the newest confirmed block as
 * nodes of two operators agree; zero if none was used. The remaining balance proves nothing: more may have arrived.
 * Throws `ChainUnavailable`.
 */
export async function usedElsewhere(
  { ask, now }: Pick<SweepServices, 'ask' | 'now'>,
  { client }: SweptChain,
  { sweep, item, receipt }: Mined,
): Promise<bigint> {
  const authorization = { token: getAddress(sweep.tokenAddress ?? ''), ...signedBy(item) }
  return ask(client, async (limited) => {
    const block = await readConfirmedBlock(limited, { now: now() })
    if (block.number < receipt.blockNumber) {
      throw new ChainUnavailable(client.chain.chainId, 'its nodes are behind the confirmed block')
    }
    const { token: target, from, nonce } = authorization
    const call = { target, callData: authorizationStateCall(from, nonce) }
    if (!isUsed((await agreedWord(limited, call, block)) ?? '0x')) return 0n
    return (await movedBy(limited, authorization, { sweep, block })) ?? item.amountBase
  })
}

type Signed = { from: `0x${string}`; nonce: Hex }

function signedBy({ address, authorizationNonce }: SweepItem): Signed {
  return { from: getAddress(address), nonce: `0x${(authorizationNonce ?? '').slice(2)}` }
}

type Used = Signed & { token: `0x${string}` }

/** The clocks of a chain and ours may differ, and nodes see a block before we do. */
const marginMs = 600_000

/**
 * The amount that was moved by the transaction that used the authorization: an earlier sweep may have signed another
 * amount for the same nonce. Undefined if no node shows it.
 */
async function movedBy(
  client: ChainClient,
  { token, from, nonce }: Used,
  { sweep, block }: { sweep: Sweep; block: BlockRef },
): Promise<bigint | undefined> {
  const since = new Date(sweep.createdAt.getTime() - marginMs)
  const fromBlock = await blockAtOrAfter(client, since, block.number)
  const range = { fromBlock, toBlock: block.number }
  for (const hash of await transactionsUsing(client, { token, from, nonce }, range)) {
    const receipt = await agreedReceipt(client, hash)
    if (!receipt || receipt.blockNumber > block.number) continue
    if (!receipt.logs.some((log) => usesAuthorization(log, { token, from, nonce }))) continue
    return movedByLogs(receipt.logs, { token, from, to: from }).leftBase
  }
  return undefined
}

/** Nodes that return fewer blocks at a time are not asked for an hour of logs. */
const maxHalvings = 6

/** The transactions that any node shows; two operators are then asked for their effects. */
async function transactionsUsing(
  { nodes }: ChainClient,
  { token, from, nonce }: Used,
  range: BlockRange,
): Promise<ReadonlySet<Hex>> {
  const args = { authorizer: from, nonce }
  const found = await Promise.allSettled(
    nodes.map((node) => {
      const event = { address: token, event: authorizationUsedEvent, args, strict: true } as const
      return logsInHalves((part) => getLogs(node, { ...event, ...part }), range, maxHalvings)
    }),
  )
  const logs = found.flatMap((o) => (o.status === 'fulfilled' ? (o.value ?? []) : []))
  return new Set(logs.map(({ transactionHash }) => transactionHash))
}
