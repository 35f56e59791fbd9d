import { addLink } from '../../shared/records/payment-links/add-link.ts'
import { changeLink } from '../../shared/records/payment-links/change-link.ts'
import { listLinks } from '../../shared/records/payment-links/list-links.ts'
import { removeLink } from '../../shared/records/payment-links/remove-link.ts'
import { showPaymentLink } from '../../shared/records/payment-links/show-payment-link.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { networks } from '../services/networks.ts'
import { operatorServices } from '../services/operator-services.ts'
import { settingsOf } from '../services/settings-of.ts'

export function serveListLinks(config: Config) {
  return operatorFunction(listLinks, presenting(config))
}

export function serveShowPaymentLink(config: Config) {
  return operatorFunction(showPaymentLink, presenting(config))
}

export function serveAddLink(config: Config) {
  return operatorFunction(addLink, pricing(config))
}

export function serveChangeLink(config: Config) {
  return operatorFunction(changeLink, pricing(config))
}

export function serveRemoveLink(config: Config) {
  return operatorFunction(removeLink, operatorServices(config))
}

function presenting(config: Config) {
  const services = operatorServices(config)
  return { ...services, settings: settingsOf(config, services.table) }
}

function pricing(config: Config) {
  const services = presenting(config)
  return { ...services, currencies: networks(services.table).currencies }
}
