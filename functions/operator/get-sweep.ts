import { getSweep } from '../../shared/money/sweeps/get-sweep.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(getSweep)
