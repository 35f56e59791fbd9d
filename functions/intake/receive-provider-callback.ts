import {
  receiveProviderCallback,
  runReceiveProviderCallback,
} from '../../shared/merchant/providers/receive-provider-callback.ts'
import type { Config } from '../config.ts'
import { signedFunction } from '../pipelines/signed-function.ts'
import { report } from '../services/log-error.ts'
import { reportServices } from '../services/provider-services.ts'

export function serve(config: Config) {
  const services = {
    ...reportServices(config),
    onUnusableAccount: (error: unknown) => report('account of a provider not usable', error),
  }
  return signedFunction(receiveProviderCallback, runReceiveProviderCallback, services)
}
