import { showSetup } from '../../shared/admin/setup/show-setup.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showSetup)
