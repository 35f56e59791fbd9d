import { listSweeps } from '../../shared/money/sweeps/list-sweeps.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listSweeps)
