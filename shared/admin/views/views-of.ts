import { invariant } from '../../kernel/invariant.ts'
import type { OperatorRequest } from '../../kernel/operation/operator-request.ts'

/** Whose views a request is about: everybody has their own. */
export function viewsOwner({ visit }: Pick<OperatorRequest, 'visit'>): string {
  invariant(visit, 'only the dashboard has views')
  return visit.signIn.operator.id
}
