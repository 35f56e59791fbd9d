import { receiveProviderCallback } from '../../shared/merchant/providers/receive-provider-callback.ts'
import { serveSigned } from '../pipelines/signed-function.ts'

export const serve = serveSigned(receiveProviderCallback)
