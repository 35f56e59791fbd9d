import { createQuote } from '../../shared/merchant/quotes/create-quote.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(createQuote)
