import { formatBase } from '../../shared/kernel/money.ts'
import { accountPathText } from '../../shared/payments/wallet/keys/account-path.ts'
import { textTable } from '../operate/text-table.ts'
import { gasIndex, type Recovered } from './recover.ts'
import { openEnd } from './search-parts.ts'
import { type Searched, searchedPaths } from './searched-paths.ts'

export function recoveredText(
  { found, unread, gasWallet, searched, isOpenEnded }: Recovered,
  searchedIn: Searched,
): string {
  const { deposits, gas, gasBranch } = searchedPaths(searchedIn)
  const pathOf = (index: number) =>
    index === gasIndex
      ? `${accountPathText(gas)}/${gasBranch}/0`
      : `${accountPathText(deposits)}/0/${index}`
  const rows = found.map(({ index, chainId, asset, amountBase, address }) => [
    ...[pathOf(index), String(chainId)],
    ...[`${formatBase(amountBase, asset.decimals)} ${asset.symbol}`, address],
  ])
  return [
    found.length > 0
      ? textTable(['PATH', 'CHAIN', 'AMOUNT', 'ADDRESS'], rows)
      : 'No address holds a coin or a listed token.',
    `Searched: ${searched} deposit addresses. Gas wallet: ${gasWallet}`,
    ...(isOpenEnded ? [openEnd] : []),
    ...unread.map(
      ({ chain, chainId, from, reason }) =>
        `Not everything was read on ${chain} (${chainId}), from deposit address ${from} on: ${reason}.`,
    ),
  ].join('\n')
}
