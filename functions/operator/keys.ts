import { createApiKey } from '../../shared/records/api-keys/create-api-key.ts'
import { listApiKeys } from '../../shared/records/api-keys/list-api-keys.ts'
import { revokeApiKey } from '../../shared/records/api-keys/revoke-api-key.ts'
import { rollApiKey } from '../../shared/records/api-keys/roll-api-key.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveCreateApiKey(config: Config) {
  return operatorFunction(createApiKey, operatorServices(config))
}

export function serveListApiKeys(config: Config) {
  return operatorFunction(listApiKeys, operatorServices(config))
}

export function serveRevokeApiKey(config: Config) {
  return operatorFunction(revokeApiKey, operatorServices(config))
}

export function serveRollApiKey(config: Config) {
  return operatorFunction(rollApiKey, operatorServices(config))
}
