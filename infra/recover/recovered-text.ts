import type { Mode } from '../../shared/kernel/mode.ts'
import { formatBase } from '../../shared/kernel/money.ts'
import { textTable } from '../operate/text-table.ts'
import { gasIndex, type Recovered } from './recover.ts'
import { openEnd } from './search-parts.ts'

const accounts = {
  live: { deposits: "m/44'/60'/0'/0", gas: "m/44'/60'/1'/0/0" },
  test: { deposits: "m/44'/1'/0'/0", gas: "m/44'/1'/1'/0/0" },
} as const satisfies Record<Mode, Record<'deposits' | 'gas', string>>

export function recoveredText(
  { found, unread, gasWallet, searched, isOpenEnded }: Recovered,
  mode: Mode,
): string {
  const pathOf = (index: number) =>
    index === gasIndex ? accounts[mode].gas : `${accounts[mode].deposits}/${index}`
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
