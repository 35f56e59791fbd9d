import { ChainUnavailable } from '../chain-unavailable.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { usableHeads } from './usable-heads.ts'

type Options = { now: Date; patienceMs?: number }

/**
 * The operators of a chain's nodes that give no usable response now. All of them if each gives one: then they contradict
 * each other.
 */
export async function missingOperators(
  client: ChainClient,
  { now, patienceMs = 2000 }: Options,
): Promise<string[]> {
  const operators = [...new Set(client.nodes.map(({ name }) => name))]
  const responding = await respondingOperators(client, { now, patienceMs })
  const missing = operators.filter((operator) => !responding.has(operator))
  return missing.length > 0 ? missing : operators
}

async function respondingOperators(
  client: ChainClient,
  { now, patienceMs }: Required<Options>,
): Promise<ReadonlySet<string>> {
  try {
    const query = { now, withFinal: false, patienceMs }
    const heads = await readChain(client, () => usableHeads(client, query))
    return new Set(heads.map(({ operator }) => operator))
  } catch (error) {
    if (error instanceof ChainUnavailable) return new Set()
    throw error
  }
}
