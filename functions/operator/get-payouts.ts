import { getPayouts } from '../../shared/money/sweeps/get-payouts.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(getPayouts)
