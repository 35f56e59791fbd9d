import { beginDataExport } from '../../shared/admin/moving/begin-data-export.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(beginDataExport)
