import { acceptPayment } from '../../shared/admin/payments/accept-payment.ts'
import { serveInBackground } from '../pipelines/background-function.ts'

export const serve = serveInBackground(acceptPayment)
