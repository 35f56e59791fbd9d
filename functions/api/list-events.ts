import { listEvents } from '../../shared/merchant/events/list-events.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(listEvents)
