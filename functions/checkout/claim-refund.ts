import { askWithin } from '../../shared/chain/nodes/ask-chain.ts'
import { claimRefund, runClaimRefund } from '../../shared/money/refunds/claim/claim-refund.ts'
import type { Config } from '../config.ts'
import { pageFunction } from '../pipelines/page-function.ts'
import { chainClients } from '../services/chain-clients.ts'
import { refundServices } from '../services/refund-services.ts'

export function serve(config: Config) {
  const services = refundServices(config)
  const { clients } = chainClients(config, services.table)
  const ask = askWithin({ silenceMs: 3_000, totalMs: 6_000 })
  return pageFunction(claimRefund, runClaimRefund, { ...services, ask, chains: clients })
}
