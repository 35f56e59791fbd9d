import { mintSetupToken } from '../../shared/admin/setup/mint-setup-token.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveMintSetupToken(config: Config) {
  return operatorFunction(mintSetupToken, operatorServices(config))
}
