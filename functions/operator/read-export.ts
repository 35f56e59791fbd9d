import { readExport } from '../../shared/admin/exports/read-export.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(readExport)
