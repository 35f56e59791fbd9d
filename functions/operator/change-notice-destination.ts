import { changeNoticeDestination } from '../../shared/admin/sale-notices/change-notice-destination.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(changeNoticeDestination)
