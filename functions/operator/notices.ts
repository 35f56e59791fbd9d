import { addNoticeDestination } from '../../shared/admin/sale-notices/add-notice-destination.ts'
import { changeNoticeDestination } from '../../shared/admin/sale-notices/change-notice-destination.ts'
import { listNoticeDestinations } from '../../shared/admin/sale-notices/list-notice-destinations.ts'
import { removeNoticeDestination } from '../../shared/admin/sale-notices/remove-notice-destination.ts'
import { testNoticeDestination } from '../../shared/admin/sale-notices/test-notice-destination.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { noticeServices } from '../services/notice-services.ts'
import { operatorServices } from '../services/operator-services.ts'
import { settingsOf } from '../services/settings-of.ts'

export function serveListNoticeDestinations(config: Config) {
  const services = operatorServices(config)
  return operatorFunction(listNoticeDestinations, services)
}

export function serveAddNoticeDestination(config: Config) {
  return operatorFunction(addNoticeDestination, sendingServices(config))
}

export function serveChangeNoticeDestination(config: Config) {
  const services = operatorServices(config)
  return operatorFunction(changeNoticeDestination, services)
}

export function serveTestNoticeDestination(config: Config) {
  return operatorFunction(testNoticeDestination, sendingServices(config))
}

export function serveRemoveNoticeDestination(config: Config) {
  const services = operatorServices(config)
  return operatorFunction(removeNoticeDestination, services)
}

function sendingServices(config: Config) {
  const services = operatorServices(config)
  return { ...services, ...noticeServices(config), settings: settingsOf(config, services.table) }
}
