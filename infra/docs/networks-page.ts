import type { Chain } from '../../shared/chain/chain.ts'
import { offeredAssets } from '../../shared/chain/chains.ts'
import { table, withDrawn } from './markdown.ts'

export function withNetworks(page: string, chains: readonly Chain[]): string {
  const rows = chains.map((chain) => [
    chain.mode,
    chain.name,
    `\`${chain.chainId}\``,
    offeredAssets(chain)
      .map(({ symbol }) => symbol)
      .join(', '),
    chain.confirmedBy === 'finalized-tag' ? 'finalized' : String(chain.confirmations),
  ])
  const headings = ['mode', 'network', '`chainId`', 'coins', 'confirmations']
  return withDrawn(page, [table(headings, rows)])
}
