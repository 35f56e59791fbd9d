import { rotateEndpointSecret } from '../../shared/merchant/webhooks/endpoints/rotate-endpoint-secret.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(rotateEndpointSecret)
