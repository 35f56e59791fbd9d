import * as z from 'zod'
import type { CallOperator } from './operator-functions.ts'

const mismatch = z.object({ subject: z.string(), expected: z.string(), found: z.string() })
const node = z.object({ host: z.string(), mismatches: z.array(mismatch) })
const probed = z.object({
  chains: z.array(z.object({ chainId: z.int(), name: z.string(), nodes: z.array(node) })),
})
export type Probed = z.output<typeof probed>

/** What the nodes of the enabled chains, or of one, say that the registry does not. */
export async function askForProbe(
  call: CallOperator,
  { chainId }: { chainId?: number | undefined } = {},
): Promise<Probed> {
  return probed.parse(await call('operator-chains', { command: 'probe', chainId }))
}

/** A sentence for each mismatch, none where all is as expected. */
export function probeLines({ chains }: Probed): string[] {
  return chains.flatMap(({ chainId, name, nodes }) =>
    nodes.flatMap(({ host, mismatches }) =>
      mismatches.map(
        ({ subject, expected, found }) =>
          `${name} (${chainId}) at ${host}: ${subject} should be ${expected}; found ${found}.`,
      ),
    ),
  )
}
