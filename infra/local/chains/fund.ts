import { type Address, encodeFunctionData, type Hash, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getTransactionCount, sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { type ChainAddress, generousFees, localClient } from './local-client.ts'
import type { LocalAsset } from './start-chain.ts'

/** A local chain, from `instance.json` or as it was started. */
export type Faucet = ChainAddress & {
  assets: readonly LocalAsset[]
  faucetPrivateKey: `0x${string}`
}

export type Funding = { to: Address; asset: string; amountBase: bigint }

const maxAttempts = 100
const receiptTimeoutMs = 60_000

/**
 * Sends funds from the faucet, as a customer would, and waits until the transaction is mined, for at most a minute. Throws if
 * it isn't mined, or is reverted.
 */
export async function fund(
  chain: Faucet,
  funding: Funding,
): Promise<{ txHash: Hash; blockNumber: bigint; from: Address }> {
  const client = localClient(chain)
  const account = privateKeyToAccount(chain.faucetPrivateKey)
  const request = { ...generousFees, ...transferOf(chain, funding), account, gas: 200_000n }
  const txHash = await withNonceRetries(async () => {
    const pending = { address: account.address, blockTag: 'pending' } as const
    const nonce = await getTransactionCount(client, pending)
    return sendTransaction(client, { ...request, nonce })
  })
  const { status, blockNumber } = await waitForTransactionReceipt(client, {
    hash: txHash,
    timeout: receiptTimeoutMs,
    // While viem searches for a replacement, it ignores new blocks. Mining may pause after the transaction's block.
    checkReplacement: false,
  })
  if (status !== 'success') throw new Error(`The faucet's transaction ${txHash} was reverted.`)
  return { txHash, blockNumber, from: account.address }
}

function transferOf(
  { assets, chainId }: Faucet,
  { to, asset, amountBase }: Funding,
): { to: Address; value: bigint; data: `0x${string}` } {
  const found = assets.find(({ symbol }) => symbol === asset)
  if (!found) throw new Error(`The faucet of chain ${chainId} has no ${asset}.`)
  if (found.tokenAddress === null) return { to, value: amountBase, data: '0x' }
  const abi = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])
  return {
    to: found.tokenAddress,
    value: 0n,
    data: encodeFunctionData({ abi, args: [to, amountBase] }),
  }
}

/** Several processes share the faucet's key: the one that loses the race for a nonce uses the next one. */
async function withNonceRetries(send: () => Promise<Hash>, attempt = 1): Promise<Hash> {
  try {
    return await send()
  } catch (error) {
    const lostNonce =
      error instanceof Error && /nonce too low|already imported|underpriced/i.test(error.message)
    if (!lostNonce || attempt === maxAttempts) throw error
    return withNonceRetries(send, attempt + 1)
  }
}
