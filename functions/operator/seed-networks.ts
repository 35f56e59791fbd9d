import { seedNetworks } from '../../shared/payments/networks/seed-networks.ts'
import { serveInBackground } from '../pipelines/background-function.ts'

export const serve = serveInBackground(seedNetworks)
