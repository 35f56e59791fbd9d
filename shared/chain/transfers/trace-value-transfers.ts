import { type Client, getAddress, type Hash, type Hex, isHex } from 'viem'
import * as z from 'zod'
import type { HexAddress } from '../chain.ts'

const hex = z.custom<Hex>((value) => isHex(value))

const callFrame = z.object({
  type: z.string(),
  from: hex,
  to: hex.optional(),
  value: hex.optional(),
  error: z.string().optional(),
  get calls() {
    return z.array(callFrame).optional()
  },
})

type CallFrame = z.infer<typeof callFrame>

/** One entry per transaction, in their order. Older nodes leave the hash out. */
const blockTrace = z.array(z.object({ txHash: hex.optional(), result: callFrame }))

/** Coin that one transaction sent to an address, directly or through contracts. */
export type ValueTransfer = { txHash: string; from: string; amountBase: bigint }

/**
 * The value that each transaction of a block sent to an address, according to the block's call traces. Undefined if the
 * node returns no traces: few providers offer them, and each rejects the request differently.
 */
export async function traceValueTransfers(
  node: Client,
  block: { hash: Hash; transactions: readonly { hash: Hash }[] },
  address: HexAddress,
): Promise<ValueTransfer[] | undefined> {
  const response = await node
    .request<{ Parameters: [Hash, { tracer: string }]; ReturnType: unknown }>({
      method: 'debug_traceBlockByHash',
      params: [block.hash, { tracer: 'callTracer' }],
    })
    .catch(() => undefined)
  const trace = blockTrace.safeParse(response)
  if (!trace.success || trace.data.length !== block.transactions.length) return undefined
  return trace.data.flatMap(({ txHash, result }, index) => {
    const hash = txHash ?? block.transactions[index]?.hash
    const [first, ...rest] = framesPaying(result, address.toLowerCase())
    if (!first || !hash) return []
    const amountBase = [first, ...rest].reduce((sum, { value }) => sum + BigInt(value ?? 0), 0n)
    return [{ txHash: hash, from: getAddress(first.from), amountBase }]
  })
}

/** Only these move coin to their `to`: a delegate call repeats its caller's value, a creation pays the new contract. */
const payingTypes = new Set(['CALL', 'SELFDESTRUCT'])

/** A frame that fails reverts everything below it. */
function framesPaying(frame: CallFrame, address: string): CallFrame[] {
  if (frame.error !== undefined) return []
  const isPaying =
    payingTypes.has(frame.type) &&
    frame.to?.toLowerCase() === address &&
    frame.from.toLowerCase() !== address &&
    BigInt(frame.value ?? 0) > 0n
  const below = (frame.calls ?? []).flatMap((call) => framesPaying(call, address))
  return isPaying ? [frame, ...below] : below
}
