import { resumeIntake } from '../../shared/admin/restore/resume-intake.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(resumeIntake)
