import { signInWithPasskey } from '../../shared/admin/operators/sign-in/sign-in-with-passkey.ts'
import type { Config } from '../config.ts'
import { visitorFunction } from '../pipelines/visitor-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serve(config: Config) {
  return visitorFunction(signInWithPasskey, operatorServices(config))
}
