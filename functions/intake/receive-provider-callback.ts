import {
  receiveProviderCallback,
  runReceiveProviderCallback,
} from '../../shared/providers/receive-provider-callback.ts'
import type { Config } from '../config.ts'
import { signedFunction } from '../pipelines/signed-function.ts'
import { reportServices } from '../services/provider-services.ts'

export function serve(config: Config) {
  return signedFunction(receiveProviderCallback, runReceiveProviderCallback, reportServices(config))
}
