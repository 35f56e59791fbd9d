import { checkSessionNow } from '../../shared/admin/payments/check-session-now.ts'
import { serveInBackground } from '../pipelines/background-function.ts'

export const serve = serveInBackground(checkSessionNow)
