import type { CheckoutSession } from '../checkout-sessions/rules/checkout-session.ts'
import type { HeldAsset } from './store/holdings.ts'

type Asset = { chainId: number; asset: string; tokenAddress: string | null; decimals: number }

export function heldBy(
  { mode, id: sessionId, shard, address, derivationIndex }: CheckoutSession,
  { chainId, asset: symbol, tokenAddress, decimals }: Asset,
): HeldAsset {
  const owner = { mode, sessionId, ...(shard && { shard }), address, derivationIndex }
  return { ...owner, chainId, symbol, tokenAddress, decimals }
}
