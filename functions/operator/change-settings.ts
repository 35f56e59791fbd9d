import { changeSettings } from '../../shared/records/settings/change-settings.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(changeSettings)
