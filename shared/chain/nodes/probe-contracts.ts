import {
  type Client,
  domainSeparator,
  encodeFunctionData,
  erc20Abi,
  parseAbi,
  size,
  zeroAddress,
  zeroHash,
} from 'viem'
import { call, readContract } from 'viem/actions'
import type { Chain, HexAddress, Token } from '../chain.ts'

/** `find` returns what differs, or undefined if everything is as expected. */
export type Check = { subject: string; expected: string; find: () => Promise<string | undefined> }

const eip3009Abi = parseAbi([
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
])

/** Checks every token's decimals and balances, and the domain of its transfers by signature. */
export function tokenChecks({ chainId, tokens }: Chain, node: Client): Check[] {
  return tokens.flatMap((token) => [
    decimalsCheck(token.symbol, token, node),
    balanceCheck(token, node),
    ...signatureChecks(chainId, token, node),
  ])
}

/** Checks the decimals of every price feed; a sequencer feed has none, since its value is yes or no. */
export function feedChecks({ feeds, sequencerFeed }: Chain, node: Client): Check[] {
  const prices = Object.entries(feeds).map(([pair, feed]) =>
    decimalsCheck(`feed ${pair}`, feed, node),
  )
  if (!sequencerFeed) return prices
  const sequencer = { address: sequencerFeed, decimals: 0 }
  return [...prices, decimalsCheck('the sequencer feed', sequencer, node)]
}

function decimalsCheck(
  name: string,
  { address, decimals }: { address: HexAddress; decimals: number },
  node: Client,
): Check {
  return {
    subject: `decimals of ${name}`,
    expected: String(decimals),
    find: async () => {
      const found = await readContract(node, { address, abi: erc20Abi, functionName: 'decimals' })
      return found === decimals ? undefined : String(found)
    },
  }
}

/** A token that returns no balance can't be used for payments. */
function balanceCheck({ symbol, address }: Token, node: Client): Check {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [zeroAddress] })
  return {
    subject: `balanceOf of ${symbol}`,
    expected: 'one word',
    find: async () => {
      const result = await call(node, { to: address, data })
      const bytes = size(result.data ?? '0x')
      return bytes === 32 ? undefined : `${bytes} bytes`
    },
  }
}

/**
 * A matching separator proves name, version, chain and address; `authorizationState` proves that EIP-3009 is supported.
 */
function signatureChecks(
  chainId: number,
  { symbol, address, eip3009 }: Token,
  node: Client,
): Check[] {
  if (!eip3009) return []
  const expected = domainSeparator({ domain: { ...eip3009, chainId, verifyingContract: address } })
  const contract = { address, abi: eip3009Abi } as const
  return [
    {
      subject: `EIP-712 domain of ${symbol}`,
      expected,
      find: async () => {
        const found = await readContract(node, { ...contract, functionName: 'DOMAIN_SEPARATOR' })
        return found === expected ? undefined : found
      },
    },
    {
      subject: `EIP-3009 of ${symbol}`,
      expected: 'authorizationState returns a value',
      find: async () => {
        const args = [zeroAddress, zeroHash] as const
        await readContract(node, { ...contract, functionName: 'authorizationState', args })
        return undefined
      },
    },
  ]
}
