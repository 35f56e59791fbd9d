import { askWithin } from '../../shared/chain/nodes/ask-chain.ts'
import {
  expireCheckoutSession,
  runExpireCheckoutSession,
} from '../../shared/merchant/checkout/expire-checkout-session.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { deliveryQueue, enqueueOrReport } from '../services/delivery-queue.ts'
import { merchantServices } from '../services/merchant-services.ts'
import { scanServices } from '../services/scan-services.ts'

/** Leaves time for a second reading, within the 20 seconds that a merchant waits. */
const ask = askWithin({ silenceMs: 5_000, totalMs: 8_000 })

export function serve(config: Config) {
  return merchantFunction(expireCheckoutSession, runExpireCheckoutSession, {
    ...scanServices(config, { ask }),
    ...merchantServices(config),
    enqueueDeliveries: enqueueOrReport(deliveryQueue(config)),
  })
}
