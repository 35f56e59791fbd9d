import { listNoticeDestinations } from '../../shared/admin/sale-notices/list-notice-destinations.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listNoticeDestinations)
