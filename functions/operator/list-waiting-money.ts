import { listWaiting } from '../../shared/money/sweeps/list-waiting.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listWaiting)
