import { listAuditEntries, runListAuditEntries } from '../operators/list-audit-entries.ts'
import { serves } from '../operators/served-operation.ts'

export const auditOperations = [serves(listAuditEntries, runListAuditEntries)]
