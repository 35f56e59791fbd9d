import { acceptInvitation } from '../../shared/admin/operators/people/accept-invitation.ts'
import type { Config } from '../config.ts'
import { visitorFunction } from '../pipelines/visitor-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serve(config: Config) {
  return visitorFunction(acceptInvitation, operatorServices(config))
}
