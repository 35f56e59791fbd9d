import * as z from 'zod'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'

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
  command: 'networks test',
  input: z.strictObject({
    chainId: z
      .int()
      .meta({ examples: [8453] })
      .optional(),
  }),
  output: probedChains,
  touches: { chains: true },
  needs: { timeoutSeconds: 60 },
  docs: {
    summary: 'Compare the enabled chains, or one of them, with what each of their nodes reports',
  },
})

type Services = {
  probeChains: (options: { chainId?: number | undefined }) => Promise<ProbedChain[]>
}

export async function runTestNetworks(
  services: Services,
  { input }: OperatorInputOf<typeof testNetworks>,
): Promise<Decision<ProbedChains>> {
  return { result: { chains: await services.probeChains(input) } }
}
