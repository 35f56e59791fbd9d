import type { VNode } from 'preact'

const marks: Readonly<Record<string, string>> = {
  AVAX: new URL('../../marks/coins/AVAX.svg', import.meta.url).href,
  BNB: new URL('../../marks/coins/BNB.svg', import.meta.url).href,
  DAI: new URL('../../marks/coins/DAI.svg', import.meta.url).href,
  ETH: new URL('../../marks/coins/ETH.svg', import.meta.url).href,
  EURC: new URL('../../marks/coins/EURC.svg', import.meta.url).href,
  POL: new URL('../../marks/coins/POL.svg', import.meta.url).href,
  PYUSD: new URL('../../marks/coins/PYUSD.svg', import.meta.url).href,
  USDC: new URL('../../marks/coins/USDC.svg', import.meta.url).href,
  USDT: new URL('../../marks/coins/USDT.svg', import.meta.url).href,
}

/** The coin's mark, loaded where it is shown; its first letter if it has none. The name stands beside it. */
export function CoinIcon({ asset }: { asset: string }): VNode {
  const mark = marks[asset]
  if (mark) return <img class="coin-icon" src={mark} alt="" width="32" height="32" />
  return (
    <span class="coin-icon" aria-hidden="true">
      {asset.slice(0, 1)}
    </span>
  )
}
