import { changeOperator } from '../../shared/admin/operators/people/change-operator.ts'
import { inviteOperator } from '../../shared/admin/operators/people/invite-operator.ts'
import { removeOperator } from '../../shared/admin/operators/people/remove-operator.ts'
import { revokeInvitation } from '../../shared/admin/operators/people/revoke-invitation.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveChangeOperator(config: Config) {
  return operatorFunction(changeOperator, operatorServices(config))
}

export function serveInviteOperator(config: Config) {
  return operatorFunction(inviteOperator, operatorServices(config))
}

export function serveRemoveOperator(config: Config) {
  return operatorFunction(removeOperator, operatorServices(config))
}

export function serveRevokeInvitation(config: Config) {
  return operatorFunction(revokeInvitation, operatorServices(config))
}
