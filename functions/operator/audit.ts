import { listAuditEntries } from '../../shared/admin/operators/list-audit-entries.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveListAuditEntries(config: Config) {
  return operatorFunction(listAuditEntries, operatorServices(config))
}
