import { concat, type Hex, hexToBytes, isHex, size } from 'viem'
import { call } from 'viem/actions'
import { ChainUnavailable } from '../chain-unavailable.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'

/**
 * Creation code that is run and not deployed. It returns a byte for each address that follows it: 1 if the account exists,
 * since EXTCODEHASH is 0 for one without coin, code and transactions of its own.
 */
const program: Hex = concat([
  // CODECOPY of the addresses behind these 48 bytes to memory; their size, and two counters: of results and of bytes.
  '0x60303803806030600039',
  '0x60006000',
  // While bytes are left: JUMPI to the end otherwise.
  '0x5b82811015602b57',
  // A word of memory, shifted to the address in it, to EXTCODEHASH, to 0 or 1, to its place in the results.
  '0x805160601c3f15158253',
  // The next 20 bytes, the next result.
  '0x6014019060010190600e56',
  '0x5b506000f3',
])

/** Code may have 24,576 bytes, and creation code 49,152. */
const atOnce = 1000

/**
 * The addresses that hold the chain's coin or have sent a transaction, at any time, according to the first node that
 * responds. Tokens leave no trace there. Throws `ChainUnavailable`.
 */
export async function touchedAddresses(
  client: ChainClient,
  addresses: readonly string[],
): Promise<string[]> {
  const touched: string[] = []
  for (let start = 0; start < addresses.length; start += atOnce) {
    const some = addresses.slice(start, start + atOnce)
    const flags = await flagsOf(client, some)
    touched.push(...some.filter((_, index) => flags[index] === 1))
  }
  return touched
}

async function flagsOf(client: ChainClient, addresses: readonly string[]): Promise<Uint8Array> {
  const data = concat([program, ...addresses.filter((address) => isHex(address))])
  const { data: result = '0x' } = await readChain(client, () => call(client.node, { data }))
  if (size(result) === addresses.length) return hexToBytes(result)
  throw new ChainUnavailable(client.chain.chainId, 'its node does not run creation code')
}
