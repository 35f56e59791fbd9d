import { listAuditEntries } from '../../shared/admin/operators/list-audit-entries.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listAuditEntries)
