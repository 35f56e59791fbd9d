import { showGas } from '../../shared/money/sweeps/show-gas.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showGas)
