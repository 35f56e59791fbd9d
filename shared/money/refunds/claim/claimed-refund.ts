import { clientNetwork } from '../../../http/rules/client-network.ts'
import { visitorLimits } from '../../../http/rules/visitor-limits.ts'
import { ServiceError } from '../../../kernel/errors.ts'
import { isLinkSecret } from '../../../kernel/link-secret.ts'
import type { PageRequest } from '../../../kernel/operation/page-request.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Refund } from '../rules/refund.ts'
import { findRefund } from '../store/refunds.ts'

export type ClaimServices = { table: Table; now: () => Date }

/**
 * The refund whose link was opened. Throws `rate_limit_exceeded`, `link_gone` after 30 days, and `resource_not_found` for
 * an unknown refund as well as for a wrong secret.
 */
export async function claimedRefund(
  { table, now }: ClaimServices,
  { id, body, viewerAddress, limit }: PageRequest<{ secret: string }>,
): Promise<Refund> {
  const subject = `refund#${clientNetwork(viewerAddress)}`
  // The secret of a link can't be guessed, so nothing is counted per refund.
  await limit({ subject, most: visitorLimits.perMinute.refundLinks })
  const refund = await findRefund(table, id)
  const { claimHash, claimExpiresAt } = refund ?? {}
  if (!refund || !claimHash || !isLinkSecret(body.secret, claimHash)) {
    throw new ServiceError('resource_not_found', 'There is no refund with this link.')
  }
  if (!claimExpiresAt || now() >= claimExpiresAt) {
    throw new ServiceError('link_gone', 'This link has ended. Ask the seller for a new one.')
  }
  return refund
}
