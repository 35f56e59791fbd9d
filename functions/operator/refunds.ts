import { askWithin } from '../../shared/chain/nodes/ask-chain.ts'
import { addRefund } from '../../shared/money/refunds/add-refund.ts'
import { findRefunds } from '../../shared/money/refunds/find-refunds.ts'
import { recordRefund } from '../../shared/money/refunds/record-refund.ts'
import { setRefundAddress } from '../../shared/money/refunds/set-refund-address.ts'
import { showRefund } from '../../shared/money/refunds/show-refund.ts'
import { voidRefund } from '../../shared/money/refunds/void-refund.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { chainClients } from '../services/chain-clients.ts'
import { report } from '../services/log-error.ts'
import { operatorServices } from '../services/operator-services.ts'
import { refundServices } from '../services/refund-services.ts'

export function serveFindRefunds(config: Config) {
  return operatorFunction(findRefunds, operatorServices(config))
}

export function serveShowRefund(config: Config) {
  return operatorFunction(showRefund, operatorServices(config))
}

export function serveAddRefund(config: Config) {
  return operatorFunction(addRefund, changing(config))
}

export function serveSetRefundAddress(config: Config) {
  return operatorFunction(setRefundAddress, changing(config))
}

export function serveVoidRefund(config: Config) {
  return operatorFunction(voidRefund, changing(config))
}

export function serveRecordRefund(config: Config) {
  const services = changing(config)
  const { clients } = chainClients(config, services.table)
  const onUnread = (error: unknown) => report('refund not checked', error)
  const ask = askWithin({ silenceMs: 5_000, totalMs: 20_000 })
  const reading = { ask, chains: clients, onUnread }
  return operatorFunction(recordRefund, { ...services, ...reading })
}

function changing(config: Config) {
  return { ...operatorServices(config), ...refundServices(config) }
}
