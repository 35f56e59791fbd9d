import { probeChains, runProbeChains } from '../networks/probe-chains.ts'
import { serves } from '../operators/served-operation.ts'

export const chainOperations = [serves(probeChains, runProbeChains)]
