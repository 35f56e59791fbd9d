import { signInWithPassword } from '../../shared/admin/operators/sign-in/sign-in-with-password.ts'
import type { Config } from '../config.ts'
import { visitorFunction } from '../pipelines/visitor-function.ts'
import { operatorServices } from '../services/operator-services.ts'
import { openingTotp } from '../services/totp-secrets.ts'

export function serve(config: Config) {
  return visitorFunction(signInWithPassword, {
    ...operatorServices(config),
    openTotp: openingTotp(config),
  })
}
