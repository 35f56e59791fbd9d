import { isPreviewDue, type SweepPreview, savePreview } from '../store/sweep-previews.ts'
import { loadRequests } from '../store/sweep-requests.ts'
import type { SigningChain, SweepServices } from '../sweep-services.ts'
import { feesOf } from './gas-prices.ts'
import { planSweeps } from './plan-sweeps.ts'
import type { Planning, Prepared } from './planning.ts'
import { isHeldUp, noteUnread } from './unread-rows.ts'

const maxLines = 200

/**
 * If an operator requested it, plans a sweep of everything without storing the plans, and stores a preview of it.
 * Throws `ChainUnavailable`.
 */
export async function previewSweeps(
  services: SweepServices,
  chain: SigningChain,
  isOver: () => boolean,
): Promise<void> {
  const { table, now } = services
  const { mode, client, unread } = chain
  const { chainId } = client.chain
  const requests = await loadRequests(table, mode, { onUnreadable: noteUnread(unread) })
  if (!(await isPreviewDue(table, { mode, chainId }, requests))) return
  const at = now()
  const planned: SweepPreview['planned'][number][] = []
  const keep = async (planning: Planning, prepared: Prepared) => {
    if (isHeldUp(unread, prepared)) return false
    if (planned.length < maxLines) planned.push(lineOf(planning, prepared))
    return true
  }
  await planSweeps(services, chain, { all: true, isOver, keep })
  await savePreview(table, mode, { chainId, at, planned })
}

function lineOf(
  { client, market }: Planning,
  { kind, candidates, items, gas }: Prepared,
): SweepPreview['planned'][number] {
  const { symbol = '', decimals = 0 } = candidates[0]?.holding ?? {}
  const { native } = client.chain
  const moved = kind === 'top-up' ? native : { symbol, decimals }
  return {
    kind,
    symbol: moved.symbol,
    decimals: moved.decimals,
    addresses: items.length,
    amountBase: items.reduce((sum, { amountBase }) => sum + amountBase, 0n),
    feeBase: gas * feesOf(client, market, kind).maxFeePerGas,
  }
}
