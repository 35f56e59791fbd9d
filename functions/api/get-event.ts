import { getEvent } from '../../shared/merchant/events/get-event.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(getEvent)
