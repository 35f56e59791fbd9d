import type { Mode } from '../../kernel/mode.ts'

/**
 * Who acted: a signed-in operator of the dashboard at a network address, an identity that AWS confirmed, or an unverified
 * one, with the id of the request to find in AWS's own log.
 */
export type Actor =
  | { kind: 'operator'; id: string; email: string; address: string }
  | { kind: 'aws'; arn: string }
  | { kind: 'unverified'; requestId: string }

export const auditedActions = [
  'session.accept',
  'session.dismiss',
  'payout-wallet.set',
  'payout-wallet.cancel',
  'wallet.add',
  'wallet.set-up',
  'account.passkey-add',
  'account.passkey-remove',
  'account.totp-enable',
  'account.totp-disable',
  'account.recovery-codes',
  'account.password',
  'account.sign-ins-end',
  'operator.claim',
  'operator.invite',
  'operator.join',
  'operator.role',
  'operator.remove',
  'operator.reset-access',
  'invitation.revoke',
  'sweep.abandon',
  'integration.set',
  'integration.enable',
  'integration.disable',
  'sweep.unlisted',
] as const
type AuditedAction = (typeof auditedActions)[number]

/** One action of an operator. Entries are only ever added, in the transaction of the action. */
export type AuditEntry = {
  id: string
  mode: Mode
  actor: Actor
  action: AuditedAction
  /** The id of what was changed. */
  target: string
  note: string
  /** The result, such as `underpaid → paid`. */
  outcome: string
  /** Details, such as the deposits that were accepted. */
  details: Readonly<Record<string, string>>
  createdAt: Date
}
