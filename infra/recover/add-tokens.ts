import { aggregateAt } from '../../shared/chain/aggregate.ts'
import type { AskChain } from '../../shared/chain/ask-chain.ts'
import type { HexAddress, Token } from '../../shared/chain/chain.ts'
import { ChainUnavailable } from '../../shared/chain/chain-unavailable.ts'
import type { ChainClient } from '../../shared/chain/open-chain.ts'
import { readBlock } from '../../shared/chain/read-block.ts'
import { readChain } from '../../shared/chain/read-chain.ts'
import { selectors } from '../../shared/chain/selectors.ts'
import { OperateError } from '../operate/operate-error.ts'
import { usageError } from './recover-options.ts'

/** A token that the registry doesn't list, as `--token` names it. */
export type UnlistedToken = { chainId: number; address: HexAddress }

/**
 * The same clients, whose chains have these tokens beside the listed ones. Throws an `OperateError` for a contract that says
 * nothing about its decimals, since amounts would be guesses.
 */
export async function addTokens(
  ask: AskChain,
  clients: readonly ChainClient[],
  unlisted: readonly UnlistedToken[],
): Promise<ChainClient[]> {
  return Promise.all(
    clients.map(async (client) => {
      const { chain } = client
      const isListed = ({ address }: UnlistedToken) =>
        chain.tokens.some((token) => token.address.toLowerCase() === address.toLowerCase())
      const own = unlisted.filter((one) => one.chainId === chain.chainId && !isListed(one))
      const tokens = await Promise.all(own.map(({ address }) => readToken(ask, client, address)))
      return { ...client, chain: { ...chain, tokens: [...chain.tokens, ...tokens] } }
    }),
  )
}

async function readToken(ask: AskChain, client: ChainClient, address: HexAddress): Promise<Token> {
  const decimals = await ask(client, (own) => readDecimals(own, address)).catch((error) => {
    if (error instanceof ChainUnavailable) throw new OperateError(`--token: ${error.message}.`)
    throw error
  })
  if (decimals === null) {
    throw usageError(
      `--token ${client.chain.chainId}=${address} is not a token on ${client.chain.name}: it returned no decimals.`,
    )
  }
  // Whatever it calls itself, nobody has checked it.
  return {
    ...{ symbol: address, address, decimals },
    ...{ usdPegged: false, checkout: false, eip3009: null },
  }
}

/** Null if the contract returns nothing that could be them. */
function readDecimals(client: ChainClient, target: HexAddress): Promise<number | null> {
  return readChain(client, async () => {
    const { chain, node } = client
    const call = { target, callData: selectors['decimals()'] }
    const [word] = await aggregateAt({ chain, node }, await readBlock(node), [call])
    return word === undefined || BigInt(word) > mostDecimals ? null : Number(word)
  })
}

/** Of an ERC-20 contract, which stores them in a byte. */
const mostDecimals = 255n
