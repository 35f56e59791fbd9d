import {
  cancelIntegrationChange,
  disableIntegration,
  enableIntegration,
} from '../../shared/merchant/providers/change-integration.ts'
import { listIntegrations } from '../../shared/merchant/providers/list-integrations.ts'
import { listUnmatchedPayments } from '../../shared/merchant/providers/list-unmatched-payments.ts'
import { setIntegration } from '../../shared/merchant/providers/set-integration.ts'
import { verifyIntegration } from '../../shared/merchant/providers/verify-integration.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'
import { providerAccounts, providerServices } from '../services/provider-services.ts'
import { settingsOf } from '../services/settings-of.ts'

export function serveListIntegrations(config: Config) {
  const services = operatorServices(config)
  return operatorFunction(listIntegrations, {
    ...services,
    settings: settingsOf(config, services.table),
  })
}

export function serveSetIntegration(config: Config) {
  return operatorFunction(setIntegration, {
    ...providerAccounts(config),
    ...operatorServices(config),
  })
}

export function serveVerifyIntegration(config: Config) {
  return operatorFunction(verifyIntegration, {
    ...providerServices(config),
    ...operatorServices(config),
  })
}

export function serveEnableIntegration(config: Config) {
  return operatorFunction(enableIntegration, operatorServices(config))
}

export function serveDisableIntegration(config: Config) {
  return operatorFunction(disableIntegration, operatorServices(config))
}

export function serveListUnmatchedPayments(config: Config) {
  return operatorFunction(listUnmatchedPayments, operatorServices(config))
}

export function serveCancelIntegrationChange(config: Config) {
  const services = operatorServices(config)
  return operatorFunction(cancelIntegrationChange, services)
}
