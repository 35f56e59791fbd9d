import { aggregateAt } from '../../shared/chain/balances/aggregate.ts'
import { selectors } from '../../shared/chain/balances/selectors.ts'
import { readBlock } from '../../shared/chain/blocks/read-block.ts'
import type { HexAddress, Token } from '../../shared/chain/chain.ts'
import { ChainUnavailable } from '../../shared/chain/chain-unavailable.ts'
import type { AskChain } from '../../shared/chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../shared/chain/open-chain.ts'
import { readChain } from '../../shared/chain/read-chain.ts'
import { usageError } from './recover-options.ts'
import type { UnlistedToken } from './unlisted-token.ts'

/**
 * Returns clients whose chains also have these tokens. Throws an `OperateError` for a contract if no node of its chain
 * returns the decimals, since amounts would be guesses.
 */
export async function addTokens(
  ask: AskChain,
  clients: readonly ChainClient[],
  unlisted: readonly UnlistedToken[],
): Promise<ChainClient[]> {
  const tokens = await Promise.all(
    unlisted.map(async ({ chainId, address }) => {
      const nodes = clients.filter(({ chain }) => chain.chainId === chainId)
      return { chainId, token: await readToken(ask, nodes, address) }
    }),
  )
  return clients.map((client) => {
    const { chain } = client
    const isListed = (address: string) =>
      chain.tokens.some((token) => token.address.toLowerCase() === address.toLowerCase())
    const own = tokens
      .filter(({ chainId, token }) => chainId === chain.chainId && !isListed(token.address))
      .map(({ token }) => token)
    return { ...client, chain: { ...chain, tokens: [...chain.tokens, ...own] } }
  })
}

/** Uses the first node that returns anything: a node that is down, or hides the token, must not block the others. */
async function readToken(
  ask: AskChain,
  nodes: readonly ChainClient[],
  address: HexAddress,
): Promise<Token> {
  const problems: string[] = []
  for (const node of nodes) {
    try {
      const decimals = await ask(node, (own) => readDecimals(own, address))
      // Whatever it calls itself, nobody has checked it.
      if (decimals !== null) return { ...unchecked, symbol: address, address, decimals }
      problems.push('it returned no decimals')
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error
      problems.push(error.message)
    }
  }
  throw usageError(`--token ${address} can't be read: ${[...new Set(problems)].join('; ')}.`)
}

const unchecked = { usdPegged: false, checkout: false, eip3009: null } as const

/** Null if the contract returns nothing that could be decimals. */
function readDecimals(client: ChainClient, target: HexAddress): Promise<number | null> {
  return readChain(client, async () => {
    const { chain, node } = client
    const call = { target, callData: selectors['decimals()'] }
    const [word] = await aggregateAt({ chain, node }, await readBlock(node), [call])
    return word === undefined || BigInt(word) > mostDecimals ? null : Number(word)
  })
}

/** ERC-20 contracts store decimals in a byte. */
const mostDecimals = 255n
