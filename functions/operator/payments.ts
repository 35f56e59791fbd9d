import { listPayments, runListPayments } from '../../shared/admin/payments/list-payments.ts'
import { runShowPayment, showPayment } from '../../shared/admin/payments/show-payment.ts'
import { askWithin } from '../../shared/chain/nodes/ask-chain.ts'
import { recordRefund, runRecordRefund } from '../../shared/merchant/refunds/record-refund.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { chainClients } from '../services/chain-clients.ts'
import { report } from '../services/log-error.ts'
import { operatorServices } from '../services/operator-services.ts'
import { settingsOf } from '../services/settings-of.ts'

export function serveListPayments(config: Config) {
  return operatorFunction(listPayments, runListPayments, operatorServices(config))
}

export function serveShowPayment(config: Config) {
  const services = operatorServices(config)
  const settings = settingsOf(config, services.table)
  return operatorFunction(showPayment, runShowPayment, { ...services, settings })
}

export function serveRecordRefund(config: Config) {
  const services = operatorServices(config)
  const { clients } = chainClients(config, services.table)
  const onUnread = (error: unknown) => report('refund not checked', error)
  const reading = {
    ask: askWithin({ silenceMs: 5_000, totalMs: 20_000 }),
    chains: clients,
    onUnread,
  }
  return operatorFunction(recordRefund, runRecordRefund, { ...services, ...reading })
}
