import { search } from '../../shared/admin/search/search.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(search)
