import { invariant } from '../../kernel/invariant.ts'
import type { OperatorRequest } from '../../kernel/operation/operator-request.ts'

/** Returns the operator's id: each has their own views. */
export function viewsOwner({ visit }: Pick<OperatorRequest, 'visit'>): string {
  invariant(visit, 'only the dashboard has views')
  return visit.signIn.operator.id
}
