import { startProviderOrder } from '../../shared/merchant/providers/start-provider-order.ts'
import { servePage } from '../pipelines/page-function.ts'

export const serve = servePage(startProviderOrder)
