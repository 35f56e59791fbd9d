/** An event of a transaction, as its receipt states it. */
type Log = { address: string; topics: readonly string[]; data: string }

/** keccak256 of `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Movement = { token: string; from: string; to: string }

/**
 * The amount of a token that left an address, and how much of it arrived at the recipient, by a transaction's Transfer
 * events. A token that keeps a fee emits a second event for it.
 */
export function movedByLogs(
  logs: readonly Log[],
  { token, from, to }: Movement,
): { leftBase: bigint; arrivedBase: bigint } {
  const own = logs.filter(
    ({ address, topics }) =>
      isSame(address, token) &&
      topics.length === 3 &&
      topics[0] === transferTopic &&
      isSame(addressIn(topics[1]), from),
  )
  const arrived = own.filter(({ topics }) => isSame(addressIn(topics[2]), to))
  return { leftBase: sumOf(own), arrivedBase: sumOf(arrived) }
}

function sumOf(logs: readonly Log[]): bigint {
  return logs.reduce(
    (sum, { data }) => sum + (/^0x[0-9a-f]{64}$/i.test(data) ? BigInt(data) : 0n),
    0n,
  )
}

function addressIn(topic = ''): string {
  return `0x${topic.slice(-40)}`
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
