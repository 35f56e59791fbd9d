import { readReceived } from '../../../chain/balances/read-received.ts'
import { formatBase } from '../../../kernel/money.ts'
import { type Holding, withBalance } from '../../../payments/holdings/rules/holding.ts'
import { pageHoldings, saveHolding } from '../../../payments/holdings/store/holdings.ts'
import { idleHoldings } from '../planning/idle-holdings.ts'
import { isComparisonDue } from '../planning/is-work-due.ts'
import { noteUnreadHolding } from '../planning/unread-rows.ts'
import { isListed } from '../sending/transactions/sweep-call.ts'
import { loadTurn, saveComparison } from '../store/sweep-turns.ts'
import type { SweepingChain, SweepServices } from '../sweep-services.ts'

const pageSize = 500

/**
 * Compares every holding of a chain with the chain, once a day, and continues an interrupted round. What has left an
 * address in no sweep is announced; what has arrived becomes due. Throws `ChainUnavailable`.
 */
export async function compareHoldings(
  services: SweepServices,
  chain: SweepingChain,
  isOver: () => boolean,
): Promise<void> {
  const { table, now } = services
  const { mode, client, unread } = chain
  if (unread.isAnything) return
  const turn = { mode, chainId: client.chain.chainId }
  const saved = await loadTurn(table, turn)
  if (!isComparisonDue(saved, now())) return
  let after = saved.comparedTo ?? undefined
  while (!isOver()) {
    const onUnreadable = noteUnreadHolding(unread)
    const page = { limit: pageSize, after, chainId: turn.chainId, onUnreadable }
    const { holdings, next } = await pageHoldings(table, mode, page)
    await comparePage(services, chain, holdings)
    await saveComparison(table, turn, { cursor: next, now: now() })
    if (next === null) return
    after = next
  }
}

async function comparePage(
  services: SweepServices,
  { client, unread }: SweepingChain,
  holdings: readonly Holding[],
): Promise<void> {
  const { table, now, ask } = services
  // The balance of an unlisted token is whatever its contract says.
  const listed = holdings.filter((holding) => isListed(client.chain, holding))
  const idle = await idleHoldings(table, listed, unread)
  if (idle.length === 0) return
  const { confirmations } = client.chain
  const assets = idle.map(({ address, tokenAddress }) => ({ address, token: tokenAddress }))
  const options = { assets, confirmations, now: now() }
  const readings = await ask(client, (limited) => readReceived(limited, options))
  for (const [index, before] of idle.entries()) {
    const reading = readings[index]
    if (!reading?.agreed) continue
    const { confirmedBase: balanceBase, confirmed } = reading
    const after = withBalance(before, { balanceBase, blockNumber: confirmed.number })
    await announceMissing(services, before, after)
    if (after.balanceBase === before.balanceBase) continue
    const isNew = after.balanceBase > before.balanceBase && before.dueSince === null
    const due = isNew ? { dueSince: now(), checkAt: now() } : {}
    await saveHolding(table, { ...after, ...due }, before)
  }
}

/** Tells the owner about money that is gone, unless they sweep themselves: it is never corrected in silence. */
export async function announceMissing(
  { alert, isWatchOnly }: Pick<SweepServices, 'alert' | 'isWatchOnly'>,
  before: Holding,
  { mode, chainId, missingBase, decimals, symbol, address }: Holding,
): Promise<void> {
  if (missingBase <= before.missingBase || (await isWatchOnly())) return
  const amount = `${formatBase(missingBase, decimals)} ${symbol}`
  const message = `${amount} left the deposit address ${address} in no sweep: whoever did that has its key.`
  alert({ mode, chainId, message })
}
