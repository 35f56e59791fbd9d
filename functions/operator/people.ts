import {
  changeOperator,
  runChangeOperator,
} from '../../shared/admin/operators/people/change-operator.ts'
import {
  inviteOperator,
  runInviteOperator,
} from '../../shared/admin/operators/people/invite-operator.ts'
import {
  removeOperator,
  runRemoveOperator,
} from '../../shared/admin/operators/people/remove-operator.ts'
import {
  revokeInvitation,
  runRevokeInvitation,
} from '../../shared/admin/operators/people/revoke-invitation.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveChangeOperator(config: Config) {
  return operatorFunction(changeOperator, runChangeOperator, operatorServices(config))
}

export function serveInviteOperator(config: Config) {
  return operatorFunction(inviteOperator, runInviteOperator, operatorServices(config))
}

export function serveRemoveOperator(config: Config) {
  return operatorFunction(removeOperator, runRemoveOperator, operatorServices(config))
}

export function serveRevokeInvitation(config: Config) {
  return operatorFunction(revokeInvitation, runRevokeInvitation, operatorServices(config))
}
