import * as z from 'zod'
import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import type { AskChain } from '../../chain/nodes/ask-chain.ts'
import { askWithin } from '../../chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import type { ServiceError } from '../../kernel/errors.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { formatBase } from '../../kernel/money.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { fieldErrors } from '../../kernel/wire/field-problem.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { report } from '../../log/report.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import { chainClients } from '../../payments/networks/chain-clients.ts'
import { type PaymentsOf, paymentsOf } from './chain/payments-of.ts'
import { refundDecision } from './change-refund.ts'
import { decideSent } from './decide-sent.ts'
import { refundServices } from './refund-services.ts'
import { requireRefund } from './require-refund.ts'
import { type FoundPayment, type Refund, reportedAs } from './rules/refund.ts'
import { refundSentences, refuseRefund } from './rules/refund-refusals.ts'
import { presentRefund, refund } from './wire/refund.ts'

export const recordRefund = operatorOperation({
  name: 'record-refund',
  role: 'owner',
  proof: 'always',
  command: 'refunds record',
  input: z.lazy(() =>
    byId('the id of a refund').extend({
      /** From any wallet. */
      txHash: z
        .string()
        .regex(/^0x[0-9a-fA-F]{64}$/, {
          error: fieldErrors(refundSentences)('no_transaction_hash'),
        })
        .optional()
        .describe('the transaction that sent it, which is checked on the chain'),
      reference: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .describe('what a bank or an exchange calls it, if no chain can prove it'),
      note: z.string().trim().min(1).max(1000).describe('the reason, for the audit log'),
    }),
  ),
  output: refund,
  touches: {
    table: 'write',
    sends: ['webhook-deliveries'],
    chains: true,
    administers: ['sessions', 'refunds', 'audit-log'],
  },
  limits: { timeoutSeconds: 28 },
  docs: {
    summary:
      'Say how a refund was sent: by a transaction, which is checked on its chain, or by a reference, which proves nothing',
  },
  needs: (config, given) => ({
    ...refundServices(config, given),
    ask: askWithin({ silenceMs: 5_000, totalMs: 20_000 }),
    chains: chainClients(config, given.table).clients,
    onUnread: (error: unknown) => report('refund not checked', error),
  }),
  /**
   * Throws `resource_not_found`, `parameter_missing`, `parameter_invalid` if the transaction doesn't pay the refund,
   * `state_changed` if the refund doesn't wait for it or if it is another one's, and `timed_out` if its chain can't be read.
   */
  async run(services: Services, { input: { id, txHash, reference, note } }) {
    const before = await requireRefund(services.table, { modes, id })
    const decision =
      txHash === undefined
        ? await decideReported(services, before, reference)
        : await decideProven(services, before, txHash)
    const result = presentRefund(decision.result)
    const { mode } = before
    const { status } = result
    const after = { status, txHash: result.txHash, reference: result.reference }
    const change = { mode, action: 'refund.record', target: id, note, after } as const
    return { ...decision, changes: [change], result }
  },
})

type Services = SessionEventDeps & {
  ask: AskChain
  /** Every enabled chain of a mode. */
  chains: (mode: Mode) => Promise<readonly ChainClient[]>
  onUnread: (error: unknown) => void
}

async function decideReported(
  services: Services,
  before: Refund,
  reference: string | undefined,
): Promise<Decision<Refund>> {
  if (reference === undefined) throw refuseRefund('no_refund_proof')
  const after = reportedAs(before, reference, services.now())
  if (!after) throw notWaiting(before)
  return refundDecision(services, { before, after, event: 'refund.reported' })
}

async function decideProven(
  services: Services,
  before: Refund,
  hash: string,
): Promise<Decision<Refund>> {
  if (before.status !== 'ready') throw notWaiting(before)
  const payments = await readPayments(services, before, hash)
  const decision = await decideSent(services, before, payments)
  if (decision) return decision
  throw refuseRefund('transaction_of_other_refund')
}

async function readPayments(
  { ask, chains, onUnread }: Services,
  refund: Refund,
  hash: string,
): Promise<readonly FoundPayment[]> {
  const { mode, chainId, paidSince: since } = refund
  const client = (await chains(mode)).find(({ chain }) => chain.chainId === chainId)
  if (!client) throw refuseRefund('refund_chain_disabled', { chainId })
  const { name } = client.chain
  const reading = ask(client, (limited) => paymentsOf(limited, refund, { hash, since }))
  const found = await reading.catch((error: unknown) => {
    if (!(error instanceof ChainUnavailable)) throw error
    onUnread(error)
    throw refuseRefund('refund_chain_unread', { chain: name })
  })
  if ('payments' in found) return found.payments
  throw refusalOf(refund, found, name)
}

type Problem = Exclude<PaymentsOf, { payments: unknown }>

function refusalOf(refund: Refund, found: Problem, chain: string): ServiceError {
  switch (found.problem) {
    case 'not-mined':
      return refuseRefund('transaction_not_in_block', { chain })
    case 'failed':
      return refuseRefund('transaction_failed', { chain })
    case 'too-old':
      return refuseRefund('transaction_too_old')
    case 'state-missing':
      return refuseRefund('balances_gone', { chain })
    case 'other-payment':
      return otherPayment(refund, found.paid)
  }
}

function otherPayment(
  { amountBase, decimals, symbol, address }: Refund,
  all: Extract<Problem, { problem: 'other-payment' }>['paid'],
): ServiceError {
  const inAsset = (base: bigint) => `${formatBase(base, decimals)} ${symbol}`
  const wanted = { amount: inAsset(amountBase), address: `${address}` }
  const payments = all.map((each) => ({
    paid: inAsset(each.amountBase),
    recipient: each.recipient,
  }))
  const [first] = payments
  if (!first) return refuseRefund('paid_none_of_refund', { ...wanted, symbol })
  if (payments.length === 1) return refuseRefund('paid_something_else', { ...wanted, ...first })
  const list = payments.map(({ paid, recipient }) => `${paid} → ${recipient}`).join(', ')
  return refuseRefund('paid_several', { ...wanted, payments: list })
}

function notWaiting({ status }: Refund): ServiceError {
  return status === 'awaiting_address'
    ? refuseRefund('refund_without_address')
    : refuseRefund('refund_not_waiting', { status })
}
