import { connectProvider } from '../../shared/payments/networks/connect-provider.ts'
import { serveInBackground } from '../pipelines/background-function.ts'

export const serve = serveInBackground(connectProvider)
