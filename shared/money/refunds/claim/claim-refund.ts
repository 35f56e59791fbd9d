import { askWithin } from '../../../chain/nodes/ask-chain.ts'
import { ok } from '../../../kernel/operation/operation.ts'
import { pageOperation } from '../../../kernel/operation/page-operation.ts'
import { pageInput } from '../../../kernel/operation/page-request.ts'
import type { SessionEventDeps } from '../../../payments/checkout-sessions/session-events.ts'
import { chainClients } from '../../../payments/networks/chain-clients.ts'
import { requireIntake } from '../../../records/settings/require-intake.ts'
import { merchantOf } from '../../../records/settings/rules/merchant.ts'
import { requireChain } from '../begin-refund.ts'
import { decideAddress } from '../give-address.ts'
import { refundServices } from '../refund-services.ts'
import { claimAddress, claimOutcome } from '../wire/claim.ts'
import { type CheckAddressServices, checkAddress } from './check-address.ts'
import { claimedRefund } from './claimed-refund.ts'
import { presentClaim } from './present-claim.ts'

export const claimRefund = pageOperation({
  name: 'claim-refund',
  route: 'POST /api/checkout/refunds/{id}/address',
  input: { ...pageInput, body: claimAddress },
  output: ok(claimOutcome),
  errors: [
    ...(['resource_not_found', 'link_gone', 'state_changed', 'unsupported_chain'] as const),
    ...(['rate_limit_exceeded', 'intake_stopped', 'timed_out'] as const),
  ],
  touches: {
    table: 'write',
    chains: true,
    sends: ['webhook-deliveries'],
    administers: ['sessions', 'refunds'],
  },
  docs: {
    tag: 'Checkout',
    summary: 'Say where a refund goes',
    description:
      'Checks the address, and with `isFinal` keeps it for good. What is wrong with an address is a result and no error, so that the page says it in the customer’s language.',
    example: {
      secret: 'q83vASNFZ4mrze8BI0VniQ',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      isFinal: false,
    },
  },
  needs: (config, given) => ({
    ...refundServices(config, given),
    ask: askWithin({ silenceMs: 3_000, totalMs: 6_000 }),
    chains: chainClients(config, given.table).clients,
  }),
  /**
   * Throws `resource_not_found`, `link_gone`, `state_changed` if the address was given before, `rate_limit_exceeded`,
   * `intake_stopped`, and `timed_out` if the chain can't be read.
   */
  async run(services: Services, request) {
    const refund = await claimedRefund(services, request)
    await requireIntake(services, refund.mode)
    const chain = requireChain(refund.chainId)
    const checked = await checkAddress(services, chain, request.body.address)
    if ('problem' in checked)
      return { result: { kind: 'refused' as const, problem: checked.problem } }
    const { address, warnings } = checked
    if (!request.body.isFinal) return { result: { kind: 'checked' as const, address, warnings } }
    const decision = await decideAddress(services, refund, { address, by: 'customer' })
    const settings = await services.settings(refund.mode)
    const view = presentClaim(decision.result, merchantOf(settings))
    return { ...decision, result: { kind: 'given' as const, view } }
  },
})

type Services = SessionEventDeps & CheckAddressServices
