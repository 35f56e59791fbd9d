import { signOut } from '../../shared/admin/operators/sign-in/sign-out.ts'
import type { Config } from '../config.ts'
import { visitorFunction } from '../pipelines/visitor-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serve(config: Config) {
  return visitorFunction(signOut, operatorServices(config))
}
