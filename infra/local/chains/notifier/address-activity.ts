import { createHash } from 'node:crypto'
import { formatUnits, type Hex, pad, toHex } from 'viem'
import { toQuantity } from '../call-node.ts'
import type { LocalAsset } from '../start-chain.ts'
import type { BlockTransfer } from './block-transfers.ts'

export type ActivityOfBlock = {
  network: string
  webhookId: string
  blockNumber: bigint
  blockHash: Hex
  transfers: readonly BlockTransfer[]
}

const categories = ['external', 'internal', 'token'] as const

/**
 * Returns the bodies of Alchemy's Address Activity notifications for a block, one for each kind of transfer in it. An event's
 * id is derived from the block, so a repeated notification of a block has the same id.
 */
export function addressActivities(
  block: ActivityOfBlock,
  assets: readonly LocalAsset[],
  createdAt: Date,
): string[] {
  return categories.flatMap((category) => {
    const transfers = block.transfers.filter((transfer) => transfer.category === category)
    if (transfers.length === 0) return []
    const activity = transfers.map((transfer) => activityOf(transfer, block.blockNumber, assets))
    return [
      JSON.stringify({
        webhookId: block.webhookId,
        id: `whevt_${createHash('sha256').update(`${block.webhookId}:${block.blockHash}:${category}`).digest('hex').slice(0, 16)}`,
        createdAt: createdAt.toISOString(),
        type: 'ADDRESS_ACTIVITY',
        event: { network: block.network, activity },
      }),
    ]
  })
}

function activityOf(
  transfer: BlockTransfer,
  blockNumber: bigint,
  assets: readonly LocalAsset[],
): object {
  const token = transfer.category === 'token' ? transfer.log.address : null
  const asset = assets.find(({ tokenAddress }) => (tokenAddress?.toLowerCase() ?? null) === token)
  return {
    blockNum: toQuantity(blockNumber),
    hash: transfer.txHash,
    fromAddress: transfer.from,
    toAddress: transfer.to,
    // A double, as Alchemy sends it: fine for display, but not for calculations.
    value: asset ? Number(formatUnits(transfer.amountBase, asset.decimals)) : null,
    erc721TokenId: null,
    erc1155Metadata: null,
    asset: asset?.symbol ?? null,
    category: transfer.category,
    rawContract: {
      rawValue: rawValue(transfer),
      address: token,
      decimals: asset?.decimals ?? null,
    },
    typeTraceAddress: transfer.category === 'internal' ? transfer.traceAddress : null,
    log: transfer.category === 'token' ? { ...transfer.log, removed: false } : null,
  }
}

/** Only tokens' values are padded to 32 bytes. */
function rawValue({ category, amountBase }: BlockTransfer): Hex {
  return category === 'token' ? pad(toHex(amountBase)) : toHex(amountBase)
}
