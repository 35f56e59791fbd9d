import { beginDataImport } from '../../shared/admin/moving/begin-data-import.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(beginDataImport)
