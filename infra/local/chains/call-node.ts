import * as z from 'zod'

const rpcResponse = z.union([
  z.object({ error: z.object({ message: z.string() }) }),
  z.object({ result: z.unknown() }),
])

export type NodeCall = { method: string; params?: readonly unknown[]; timeoutMs?: number }

/**
 * Makes a JSON-RPC call that viem has no typed action for (dumps, traces, the pool), and parses the result with `schema`.
 * Throws if the node is unreachable, slow, or returns an error.
 */
export async function callNode<Schema extends z.ZodType>(
  rpcUrl: string,
  { method, params = [], timeoutMs = 30_000 }: NodeCall,
  schema: Schema,
): Promise<z.output<Schema>> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const body = rpcResponse.parse(await response.json())
  if ('error' in body) throw new Error(`${method}: ${body.error.message}`)
  return schema.parse(body.result)
}

/** A JSON-RPC quantity ("0x1a") as a bigint, and back. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-f]+$/i)
  .transform((hex) => BigInt(hex))

export function toQuantity(value: bigint | number): string {
  return `0x${value.toString(16)}`
}

export const hex = z.templateLiteral(['0x', z.string()])

/** For calls without a useful result. */
export const ignored = z.unknown()
