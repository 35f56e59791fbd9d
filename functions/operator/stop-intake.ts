import { stopIntake } from '../../shared/admin/restore/stop-intake.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(stopIntake)
