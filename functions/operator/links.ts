import { addLink, runAddLink } from '../../shared/records/payment-links/add-link.ts'
import { changeLink, runChangeLink } from '../../shared/records/payment-links/change-link.ts'
import { listLinks, runListLinks } from '../../shared/records/payment-links/list-links.ts'
import { removeLink, runRemoveLink } from '../../shared/records/payment-links/remove-link.ts'
import {
  runShowPaymentLink,
  showPaymentLink,
} from '../../shared/records/payment-links/show-payment-link.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { networks } from '../services/networks.ts'
import { operatorServices } from '../services/operator-services.ts'
import { settingsOf } from '../services/settings-of.ts'

export function serveListLinks(config: Config) {
  return operatorFunction(listLinks, runListLinks, presenting(config))
}

export function serveShowPaymentLink(config: Config) {
  return operatorFunction(showPaymentLink, runShowPaymentLink, presenting(config))
}

export function serveAddLink(config: Config) {
  return operatorFunction(addLink, runAddLink, pricing(config))
}

export function serveChangeLink(config: Config) {
  return operatorFunction(changeLink, runChangeLink, pricing(config))
}

export function serveRemoveLink(config: Config) {
  return operatorFunction(removeLink, runRemoveLink, operatorServices(config))
}

function presenting(config: Config) {
  const services = operatorServices(config)
  return { ...services, settings: settingsOf(config, services.table) }
}

function pricing(config: Config) {
  const services = presenting(config)
  return { ...services, currencies: networks(services.table).currencies }
}
