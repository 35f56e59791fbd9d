import { getQuote } from '../../shared/merchant/quotes/get-quote.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(getQuote)
