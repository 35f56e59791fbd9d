import { deleteExport } from '../../shared/admin/exports/delete-export.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(deleteExport)
