import { testNoticeDestination } from '../../shared/admin/sale-notices/test-notice-destination.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(testNoticeDestination)
