import { addEndpoint } from '../../shared/merchant/webhooks/endpoints/add-endpoint.ts'
import { changeEndpoint } from '../../shared/merchant/webhooks/endpoints/change-endpoint.ts'
import { disableWebhookEndpoint } from '../../shared/merchant/webhooks/endpoints/disable-webhook-endpoint.ts'
import { enableWebhookEndpoint } from '../../shared/merchant/webhooks/endpoints/enable-webhook-endpoint.ts'
import { listEndpointStates } from '../../shared/merchant/webhooks/endpoints/list-endpoint-states.ts'
import { removeEndpoint } from '../../shared/merchant/webhooks/endpoints/remove-endpoint.ts'
import { rotateWebhookSecret } from '../../shared/merchant/webhooks/endpoints/rotate-webhook-secret.ts'
import { sendTestEvent } from '../../shared/merchant/webhooks/endpoints/send-test-event.ts'
import { showEndpointHealth } from '../../shared/merchant/webhooks/endpoints/show-endpoint-health.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { appSecrets } from '../services/app-secrets.ts'
import { deliveryQueue, enqueueOrReport } from '../services/delivery-queue.ts'
import { operatorServices } from '../services/operator-services.ts'
import { settingsOf } from '../services/settings-of.ts'
import { urlRules } from '../services/url-rules.ts'

export function serveListEndpointStates(config: Config) {
  return operatorFunction(listEndpointStates, operatorServices(config))
}

export function serveShowEndpointHealth(config: Config) {
  return operatorFunction(showEndpointHealth, operatorServices(config))
}

export function serveEnableWebhookEndpoint(config: Config) {
  return operatorFunction(enableWebhookEndpoint, changing(config))
}

export function serveDisableWebhookEndpoint(config: Config) {
  return operatorFunction(disableWebhookEndpoint, changing(config))
}

export function serveRotateWebhookSecret(config: Config) {
  return operatorFunction(rotateWebhookSecret, {
    ...operatorServices(config),
    sealSecret: appSecrets(config).seal,
  })
}

export function serveAddEndpoint(config: Config) {
  return operatorFunction(addEndpoint, {
    ...changing(config),
    sealSecret: appSecrets(config).seal,
  })
}

export function serveChangeEndpoint(config: Config) {
  return operatorFunction(changeEndpoint, changing(config))
}

export function serveRemoveEndpoint(config: Config) {
  return operatorFunction(removeEndpoint, operatorServices(config))
}

export function serveSendTestEvent(config: Config) {
  const services = operatorServices(config)
  return operatorFunction(sendTestEvent, {
    ...services,
    settings: settingsOf(config, services.table),
    enqueueDeliveries: enqueueOrReport(deliveryQueue(config)),
  })
}

function changing(config: Config) {
  return { ...operatorServices(config), urlRules: urlRules(config) }
}
