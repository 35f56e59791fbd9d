import { chainOperations } from '../../shared/operator-groups/chains.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { probeEnabledChains } from '../services/probe-enabled-chains.ts'

export function serve(config: Config) {
  return operatorFunction(chainOperations, {
    region: config('AWS_REGION'),
    probeChains: (options: { chainId?: number | undefined }) => probeEnabledChains(config, options),
  })
}
