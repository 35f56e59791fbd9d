import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { withoutNotes } from '../../kernel/work.ts'
import { callingNodes } from './calling-nodes.ts'
import { requireChain } from './node-services.ts'
import { type ProbedNetwork, type ProbeServices, probeNetworks } from './probe-networks.ts'
import type { Network } from './rules/network.ts'

const mismatch = z.object({ subject: z.string(), expected: z.string(), found: z.string() })

const probedChain = z.object({
  chainId: z.int(),
  name: z.string(),
  /** Named by host, because URLs contain keys. */
  nodes: z.array(z.object({ host: z.string(), mismatches: z.array(mismatch) })),
})

const probedChains = z.object({ chains: z.array(probedChain) })

export type ProbedChain = z.infer<typeof probedChain>
export type ProbedChains = z.infer<typeof probedChains>

export const testNetworks = operatorOperation({
  name: 'test-networks',
  role: 'owner',
  command: 'networks test',
  inBackground: true,
  input: z.strictObject({
    chainId: z
      .int()
      .meta({ examples: [8453] })
      .optional(),
  }),
  output: probedChains,
  touches: { table: 'write', chains: true, administers: ['networks'] },
  limits: { timeoutSeconds: 60 },
  docs: {
    summary: 'Compare the enabled chains, or one of them, with what each of their nodes reports',
  },
  needs: callingNodes,
  /** The results are stored, as after the hourly probe. */
  async run(services: ProbeServices, { input, noting = withoutNotes }) {
    const isChosen = ({ chainId }: Network) => (input.chainId ?? chainId) === chainId
    const ofModes = await Promise.all(
      modes.map((mode) =>
        probeNetworks({ ...services, noting }, mode, (network) => isChosen(network)),
      ),
    )
    const chosen = ofModes.flat().filter(({ network }) => isChosen(network))
    const ordered = chosen.toSorted((a, b) => a.network.chainId - b.network.chainId)
    return { result: { chains: ordered.map(presented) } }
  },
})

function presented({ network: { chainId }, probed }: ProbedNetwork): ProbedChain {
  const nodes = probed.map(({ host, problems }) => ({ host, mismatches: [...problems] }))
  return { chainId, name: requireChain(chainId).name, nodes }
}
