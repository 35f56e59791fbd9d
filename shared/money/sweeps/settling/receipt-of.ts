import type { Hash } from 'viem'
import { type AgreedReceipt, agreedReceipt } from '../../../chain/sending/agreed-receipt.ts'
import type { Sweep } from '../../../payments/holdings/rules/sweep.ts'
import type { SweepServices, SweptChain } from '../sweep-services.ts'

/** The receipt of whichever attempt was mined. Throws `ChainUnavailable`. */
export async function receiptOf(
  { ask }: Pick<SweepServices, 'ask'>,
  { client }: SweptChain,
  sweep: Sweep,
): Promise<AgreedReceipt | undefined> {
  for (const hash of hashesOf(sweep).toReversed()) {
    const receipt = await ask(client, (limited) => agreedReceipt(limited, hash))
    if (receipt) return receipt
  }
  return undefined
}

/** The hashes of a sweep's attempts, in the order in which they were signed. */
export function hashesOf({ attempts }: Pick<Sweep, 'attempts'>): Hash[] {
  return attempts.map(({ hash }): Hash => `0x${hash.slice(2)}`)
}
