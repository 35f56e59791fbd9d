import { setUpWatchOnly } from '../../shared/admin/setup/set-up-watch-only.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(setUpWatchOnly)
