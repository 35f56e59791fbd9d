import {
  listEndpointDeliveries,
  runListEndpointDeliveries,
} from '../../shared/merchant/webhooks/deliveries/list-endpoint-deliveries.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  return merchantFunction(
    listEndpointDeliveries,
    runListEndpointDeliveries,
    merchantServices(config),
  )
}
