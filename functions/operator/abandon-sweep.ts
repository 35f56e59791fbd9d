import { abandonSweep } from '../../shared/money/sweeps/abandon-sweep.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(abandonSweep)
