import { reportTransaction } from '../../shared/merchant/checkout/report-transaction.ts'
import { servePage } from '../pipelines/page-function.ts'

export const serve = servePage(reportTransaction)
