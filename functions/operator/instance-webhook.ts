import { removeInstanceWebhook } from '../../shared/admin/instance-webhook/remove-instance-webhook.ts'
import { setInstanceWebhook } from '../../shared/admin/instance-webhook/set-instance-webhook.ts'
import { showInstanceWebhook } from '../../shared/admin/instance-webhook/show-instance-webhook.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { appSecrets } from '../services/app-secrets.ts'
import { operatorServices } from '../services/operator-services.ts'
import { urlRules } from '../services/url-rules.ts'

export function serveShowInstanceWebhook(config: Config) {
  return operatorFunction(showInstanceWebhook, operatorServices(config))
}

export function serveSetInstanceWebhook(config: Config) {
  return operatorFunction(setInstanceWebhook, {
    ...operatorServices(config),
    sealSecret: appSecrets(config).seal,
    urlRules: urlRules(config),
  })
}

export function serveRemoveInstanceWebhook(config: Config) {
  return operatorFunction(removeInstanceWebhook, operatorServices(config))
}
