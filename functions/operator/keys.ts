import { createApiKey, runCreateApiKey } from '../../shared/records/api-keys/create-api-key.ts'
import { listApiKeys, runListApiKeys } from '../../shared/records/api-keys/list-api-keys.ts'
import { revokeApiKey, runRevokeApiKey } from '../../shared/records/api-keys/revoke-api-key.ts'
import { rollApiKey, runRollApiKey } from '../../shared/records/api-keys/roll-api-key.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveCreateApiKey(config: Config) {
  return operatorFunction(createApiKey, runCreateApiKey, operatorServices(config))
}

export function serveListApiKeys(config: Config) {
  return operatorFunction(listApiKeys, runListApiKeys, operatorServices(config))
}

export function serveRevokeApiKey(config: Config) {
  return operatorFunction(revokeApiKey, runRevokeApiKey, operatorServices(config))
}

export function serveRollApiKey(config: Config) {
  return operatorFunction(rollApiKey, runRollApiKey, operatorServices(config))
}
