import { requestSweep } from '../../shared/money/sweeps/request-sweep.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(requestSweep)
