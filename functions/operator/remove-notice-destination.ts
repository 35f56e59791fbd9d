import { removeNoticeDestination } from '../../shared/admin/sale-notices/remove-notice-destination.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(removeNoticeDestination)
