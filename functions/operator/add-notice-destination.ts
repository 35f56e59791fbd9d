import { addNoticeDestination } from '../../shared/admin/sale-notices/add-notice-destination.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(addNoticeDestination)
