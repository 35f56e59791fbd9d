import {
  reportTransaction,
  runReportTransaction,
} from '../../shared/merchant/checkout/report-transaction.ts'
import type { Config } from '../config.ts'
import { pageFunction } from '../pipelines/page-function.ts'
import { pageServices } from '../services/page-services.ts'

export function serve(config: Config) {
  return pageFunction(reportTransaction, runReportTransaction, pageServices(config))
}
