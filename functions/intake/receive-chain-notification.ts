import { receiveChainNotification } from '../../shared/merchant/notifiers/receive-chain-notification.ts'
import { serveSigned } from '../pipelines/signed-function.ts'

export const serve = serveSigned(receiveChainNotification)
