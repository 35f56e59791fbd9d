import { endpointOperations } from '../../shared/operator-groups/endpoints.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { appSecrets } from '../services/app-secrets.ts'
import { operatorServices } from '../services/operator-services.ts'
import { urlRules } from '../services/url-rules.ts'

export function serve(config: Config) {
  return operatorFunction(endpointOperations, {
    ...operatorServices(config),
    urlRules: urlRules(config),
    sealSecret: appSecrets(config).seal,
  })
}
