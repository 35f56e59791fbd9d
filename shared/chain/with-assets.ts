import type { Chain } from './chain.ts'

/** The chain as far as it is offered: of the assets that sessions may be paid in, only these; null for all of them. */
export function withAssets(chain: Chain, assets: readonly string[] | null): Chain {
  if (assets === null) return chain
  const offers = (symbol: string) => assets.includes(symbol)
  const { native, tokens } = chain
  return {
    ...chain,
    native: { ...native, checkout: offers(native.symbol) },
    tokens: tokens.map((token) => ({
      ...token,
      checkout: token.checkout && offers(token.symbol),
    })),
  }
}
