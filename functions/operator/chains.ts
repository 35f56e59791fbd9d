import * as z from 'zod'
import { parseWith } from '../../shared/http/parse-with.ts'
import { enabledChains } from '../deps/enabled-chains.ts'
import { probeEnabledChains } from '../deps/probe-enabled-chains.ts'
import { operatorHandler } from '../handlers/operator-handler.ts'

const input = z.strictObject({ command: z.literal('probe'), chainId: z.int().optional() })

const chains = enabledChains()

/** Compares the enabled chains, or one of them, with what their nodes say. */
export const handler = operatorHandler(async (event) => {
  const { chainId } = parseWith(input, event)
  return { chains: await probeEnabledChains(chains, { chainId }) }
})
