import type { VNode } from 'preact'

/** A mark for each coin; any other gets its first letter. The name stands beside it, so it is hidden from readers. */
const marks: Readonly<Record<string, { color: string; path?: string; sign?: string }>> = {
  ETH: { color: '#627eea', path: 'm12 4 5 8.2-5 3-5-3zm0 13 5-3.4-5 6.9-5-6.9z' },
  USDC: { color: '#2775ca', sign: '$' },
  USDT: { color: '#1f7a5c', sign: '₮' },
  DAI: { color: '#9a6a00', sign: '◈' },
  EURC: { color: '#2b5fc1', sign: '€' },
  PYUSD: { color: '#0a4ea3', sign: 'P' },
  POL: { color: '#7342dc', sign: 'P' },
  BNB: { color: '#8a6500', sign: 'B' },
  AVAX: { color: '#c92a2b', sign: 'A' },
}

export function CoinIcon({ asset }: { asset: string }): VNode {
  const { color, path, sign } = marks[asset] ?? { color: '#5c574d', sign: asset.slice(0, 1) }
  return (
    <svg class="coin-icon" viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
      <circle cx="12" cy="12" r="12" fill={color} />
      {path && <path d={path} fill="#fff" />}
      {sign && (
        <text x="12" y="16.5" text-anchor="middle" fill="#fff">
          {sign}
        </text>
      )}
    </svg>
  )
}
