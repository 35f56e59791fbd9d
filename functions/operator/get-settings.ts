import { getSettings } from '../../shared/records/settings/get-settings.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(getSettings)
