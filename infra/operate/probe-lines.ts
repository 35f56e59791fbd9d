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

const wrongRow =
  'If other nodes say the same, the registry is wrong: take the chain out of service until it is right'

/** What its owner does about it. */
const advice: Partial<Record<string, string>> = {
  'newest block': 'It lags behind, so payments are noticed late: name another node',
  'final blocks': 'Nothing has to be done; payments take longer to confirm',
  'old states':
    'Payments are counted, but not always with their transaction: name a node that keeps them',
}

/** What does not match and what to do about it, a line each; none where all is as expected. */
export function probeLines({ chains }: Probed): string[] {
  return chains.flatMap(({ chainId, name, nodes }) => {
    const remedies: typeof advice = { ...advice, node: adviceOnNode(nodes) }
    return nodes.flatMap(({ host, mismatches }) =>
      mismatches.map(
        ({ subject, expected, found }) =>
          `${name} (${chainId}) at ${host}: ${subject} should be ${expected}; found ${withoutStop(found)}. ${remedies[subject] ?? wrongRow}.`,
      ),
    )
  })
}

/** Where several nodes are named, two of them have to give the same amounts before a payment is confirmed. */
function adviceOnNode(nodes: Probed['chains'][number]['nodes']): string {
  const usable = nodes.filter(({ mismatches }) => mismatches.every((m) => m.subject !== 'node'))
  const remedy = 'correct its URL or name another node'
  if (usable.length > 1) return `Its answers are not used: ${remedy}`
  if (usable.length === 0) return `No payment on this chain is noticed: ${remedy}`
  return `No payment on this chain is confirmed until a second node answers: ${remedy}, or leave this one out`
}

/** Nodes end some of their sentences themselves. */
function withoutStop(text: string): string {
  return text.replace(/\.+$/, '')
}
