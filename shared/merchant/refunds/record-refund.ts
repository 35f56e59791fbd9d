import * as z from 'zod'
import { assetsOf, type ChainAsset, chainById } from '../../chain/chains.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { parseDecimal } from '../../kernel/money.ts'
import { type AuditDeps, auditWrite } from '../../kernel/operation/audit.ts'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import type { OperatorRequestOf } from '../../kernel/operation/operator-request.ts'
import type { Table } from '../../kernel/store/table.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { sessionOnPage } from '../checkout/present-session.ts'
import { type CheckingRefund, provenRefund } from './prove-refund.ts'
import type { Refund, RefundProof } from './rules/refund.ts'
import { refundCreation } from './store/refunds.ts'
import { presentRefund, type RefundBody, refundBody } from './wire/refund.ts'

export const recordRefund = operatorOperation({
  name: 'record-refund',
  role: 'owner',
  proof: 'always',
  command: 'sessions refund',
  group: 'payments',
  input: z.lazy(() =>
    byId('the id of a session').extend({
      amount: z
        .string()
        .max(60)
        .refine((text) => (parseDecimal(text, 18)?.units ?? 0n) > 0n, {
          error: 'must be a decimal number above zero, such as "12.50"',
        }),
      /** The transaction that sent it, in the payment's coin unless `asset` names another one. */
      txHash: z
        .string()
        .regex(/^0x[0-9a-fA-F]{64}$/, { error: 'must be 0x and 64 hexadecimal digits' })
        .optional(),
      chainId: z.int().optional(),
      asset: z.string().max(20).optional(),
      /** What a bank or an exchange calls it, in the payment's currency. */
      reference: z.string().trim().min(1).max(200).optional(),
      note: z.string().trim().min(1).max(1000).describe('the reason, for the audit log'),
    }),
  ),
  output: z.lazy(() => refundBody),
  touches: { table: 'write', chains: true, administers: ['sessions', 'audit-log'] },
  needs: { timeoutSeconds: 28 },
  docs: {
    summary:
      'Record a refund that you sent yourself; a transaction is verified on its chain. It changes no status and no ledger',
  },
})

type Services = CheckingRefund & AuditDeps & { table: Table }
type Request = OperatorRequestOf<typeof recordRefund>

/**
 * Throws `resource_not_found`, `parameter_missing`, `parameter_invalid` if the transaction failed or paid something else,
 * `timed_out` if its chain can't be read, and `state_changed` if it is recorded already.
 */
export async function runRecordRefund(services: Services, { input, findActor }: Request) {
  const session = await sessionOnPage(services.table, input.id)
  const { proof, unit } = await proofOf(services, session, input)
  const actor = await findActor()
  const { mode, id: sessionId } = session
  const { amount, note } = input
  const recordedAt = services.now()
  const refund: Refund = { mode, sessionId, amount, unit, proof, note, actor, recordedAt }
  const entry = auditWrite(services, {
    mode,
    actor,
    action: 'refund.record',
    target: sessionId,
    note,
    outcome: `${amount} ${unit}`,
    details: detailsOf(proof),
  })
  const result: RefundBody = presentRefund(refund)
  return { result, writes: [refundCreation(refund), entry], conflict: () => recordedBefore(proof) }
}

async function proofOf(
  services: Services,
  session: CheckoutSession,
  { amount, txHash: hash, reference, chainId = session.lock.chainId, asset }: Request['input'],
): Promise<{ proof: RefundProof; unit: string }> {
  if (hash === undefined) {
    if (reference === undefined) throw neither()
    return { proof: { kind: 'reference', reference }, unit: session.fiat.currency }
  }
  const coin = coinOf(chainId, asset ?? session.lock.asset)
  const recipient = await provenRefund(services, session.mode, { hash, chainId, coin, amount })
  const proof = { kind: 'transaction', chainId, hash: hash.toLowerCase(), recipient } as const
  return { proof, unit: coin.symbol }
}

function coinOf(chainId: number, symbol: string): ChainAsset {
  const chain = chainById(chainId)
  if (!chain) {
    const message = `There is no chain ${chainId}.`
    throw new ServiceError('unsupported_chain', message, { param: 'chainId' })
  }
  const coin = assetsOf(chain).find((each) => each.symbol === symbol)
  if (coin) return coin
  const message = `${chain.name} has no ${symbol}. Record the refund by a reference instead.`
  throw new ServiceError('unsupported_asset', message, { param: 'asset' })
}

function detailsOf(proof: RefundProof): Record<string, string> {
  if (proof.kind === 'reference') return { reference: proof.reference }
  const { chainId, hash, recipient } = proof
  return { chain: String(chainId), transaction: hash, ...(recipient !== null && { recipient }) }
}

function neither(): ServiceError {
  const message = 'Enter the transaction of the refund, or a reference.'
  return new ServiceError('parameter_missing', message, { param: 'reference' })
}

function recordedBefore(proof: RefundProof): ServiceError {
  const what = proof.kind === 'reference' ? 'reference' : 'transaction'
  const message = `A refund with this ${what} is recorded for this payment already.`
  return new ServiceError('state_changed', message)
}
