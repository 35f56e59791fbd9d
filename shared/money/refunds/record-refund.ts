import * as z from 'zod'
import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import type { AskChain } from '../../chain/nodes/ask-chain.ts'
import { askWithin } from '../../chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { formatBase } from '../../kernel/money.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { report } from '../../log/report.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import { chainClients } from '../../payments/networks/chain-clients.ts'
import { type PaymentsOf, paymentsOf } from './chain/payments-of.ts'
import { refundDecision } from './change-refund.ts'
import { decideSent } from './decide-sent.ts'
import { refundServices } from './refund-services.ts'
import { requireRefund } from './require-refund.ts'
import { type Refund, type RefundTransfer, reportedAs } from './rules/refund.ts'
import { presentRefund, refund } from './wire/refund.ts'

export const recordRefund = operatorOperation({
  name: 'record-refund',
  role: 'owner',
  proof: 'always',
  command: 'refunds record',
  input: z.lazy(() =>
    byId('the id of a refund').extend({
      /** Of any wallet. */
      txHash: z
        .string()
        .regex(/^0x[0-9a-fA-F]{64}$/, { error: 'must be 0x and 64 hexadecimal digits' })
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
    const before = await requireRefund(services.table, modes, id)
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
  if (reference === undefined) {
    const message = 'Enter the transaction of the refund, or a reference.'
    throw new ServiceError('parameter_missing', message, { param: 'reference' })
  }
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
  const message = 'This transaction is recorded for another refund already.'
  throw new ServiceError('state_changed', message, { param: 'txHash' })
}

async function readPayments(
  { ask, chains, onUnread }: Services,
  refund: Refund,
  hash: string,
): Promise<readonly RefundTransfer[]> {
  const { mode, chainId, paidSince: since } = refund
  const client = (await chains(mode)).find(({ chain }) => chain.chainId === chainId)
  if (!client) {
    throw refused(`Chain ${chainId} is not enabled, so the transaction can’t be checked.`)
  }
  const { name } = client.chain
  const reading = ask(client, (limited) => paymentsOf(limited, refund, { hash, since }))
  const found = await reading.catch((error: unknown) => {
    if (!(error instanceof ChainUnavailable)) throw error
    onUnread(error)
    throw unread(name)
  })
  if ('payments' in found) return found.payments
  throw refused(problemText(refund, found, name))
}

type Problem = Exclude<PaymentsOf, { payments: unknown }>

function problemText(refund: Refund, found: Problem, name: string): string {
  const { decimals, symbol, address } = refund
  const inAsset = (base: bigint) => `${formatBase(base, decimals)} ${symbol}`
  switch (found.problem) {
    case 'not-mined':
      return `No block of ${name} has this transaction yet. Wait until it is confirmed.`
    case 'failed':
      return `This transaction failed on ${name}, so it refunded nothing.`
    case 'too-old':
      return 'This transaction is older than the payment, so it can’t be its refund.'
    case 'state-missing':
      return `The coin was passed on by a contract, and the nodes of ${name} no longer have the balances of its block. Record the refund by a reference.`
    case 'other-payment': {
      const paid = found.paid.map((each) => `${inAsset(each.amountBase)} to ${each.recipient}`)
      const instead = paid.length > 0 ? `It paid ${paid.join(', ')}.` : `It paid no ${symbol}.`
      return `This transaction did not pay ${inAsset(refund.amountBase)} to ${address}. ${instead}`
    }
  }
}

function notWaiting({ status }: Refund): ServiceError {
  const message =
    status === 'awaiting_address'
      ? 'This refund has no address yet. Wait for the customer, or give it yourself.'
      : `This refund is ${status} already. If that is wrong, void it and create a new one.`
  return new ServiceError('state_changed', message)
}

function refused(message: string): ServiceError {
  return new ServiceError('parameter_invalid', message, { param: 'txHash' })
}

function unread(name: string): ServiceError {
  const message = `${name} can’t be read right now, so the transaction can’t be checked. Try again in a moment.`
  return new ServiceError('timed_out', message)
}
