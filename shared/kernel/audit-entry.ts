import type { Mode } from './mode.ts'

/**
 * Who acted: a signed-in operator of the dashboard at a network address, somebody there who is not signed in, an identity
 * that AWS confirmed, or an unverified one, with the id of the request to find in AWS's own log. On one machine, whoever
 * can read the instance's folder. Or an API key, of which older entries have no name.
 */
export type Actor =
  | { kind: 'operator'; id: string; email: string; address: string }
  | { kind: 'visitor'; address: string }
  | { kind: 'aws'; arn: string }
  | { kind: 'unverified'; requestId: string }
  | { kind: 'machine' }
  | { kind: 'api-key'; id: string; name?: string | undefined }

/** Who acted, as it is read: a newer release may know other kinds. */
export type ReadActor = Actor | { kind: 'unknown'; name: string }

export const auditedActions = [
  'session.accept',
  'session.dismiss',
  'refund.create',
  'refund.address',
  'refund.record',
  'refund.cancel',
  'payout-wallet.set',
  'payout-wallet.leave-out',
  'payout-wallet.ask-again',
  'payout-wallet.cancel',
  'wallet.add',
  'wallet.set-up',
  'account.passkey-add',
  'account.passkey-remove',
  'account.totp-enable',
  'account.totp-disable',
  'account.factor-stolen',
  'account.recovery-codes',
  'account.password',
  'account.sign-ins-end',
  'account.sign-in',
  'account.sign-out',
  'account.sign-in-paused',
  'account.wrong-code',
  'account.codes-stopped',
  'operator.claim',
  'operator.invite',
  'operator.join',
  'operator.role',
  'operator.remove',
  'operator.reset-access',
  'invitation.revoke',
  'sweep.abandon',
  'integration.set',
  'integration.cancel',
  'integration.enable',
  'integration.disable',
  'sweep.unlisted',
  'sweep.request',
  'books.audit',
  'books.acknowledge',
  'books.report-again',
  'api-key.create',
  'api-key.revoke',
  'api-key.roll',
  'payment-link.create',
  'payment-link.change',
  'payment-link.delete',
  'customer.change',
  'customer.erase',
  'webhook-endpoint.create',
  'webhook-endpoint.change',
  'webhook-endpoint.delete',
  'webhook-endpoint.test',
  'webhook-endpoint.enable',
  'webhook-endpoint.disable',
  'webhook-endpoint.rotate-secret',
  'delivery.replay',
  'deliveries.recover',
  'deliveries.redrive',
  'export.start',
  'export.delete',
  'network.add',
  'network.connect',
  'network.change',
  'network.trust',
  'network.remove',
  'network.seed',
  'notifier.connect',
  'notifier.repair',
  'notifier.disconnect',
  'notices.add',
  'notices.change',
  'notices.remove',
  'notices.test',
  'settings.change',
  'instance.move',
  'setup-token.mint',
  'wallet.skip',
  'data.export',
  'data.import',
  'restore.stop',
  'restore.adopt',
  'restore.sweeps',
  'restore.resume',
] as const
export type AuditedAction = (typeof auditedActions)[number]

/**
 * One action of an operator, or of an API key. Entries are only ever added, in the transaction of the action. A newer
 * release may have added some: whoever reads them takes each name of an action as it is.
 */
export type AuditEntry = {
  id: string
  mode: Mode
  actor: ReadActor
  action: string
  /** The id of the changed record. */
  target: string
  note: string
  /** The result, such as `underpaid → paid`. */
  outcome: string
  /** Details, such as the deposits that were accepted. */
  details: Readonly<Record<string, string>>
  /** The changed values, before and after, without secrets; null if there were none, or if the outcome states them. */
  before: AuditedState
  after: AuditedState
  createdAt: Date
}

/** An entry that this release writes: its actor and action are known. */
export type NewAuditEntry = AuditEntry & { actor: Actor; action: AuditedAction }

type AuditedState = Readonly<Record<string, unknown>> | null

/** An API key by its name, which others may have, and its id. */
export function apiKeyName({ id, name }: { id: string; name?: string | undefined }): string {
  return name === undefined ? id : `${name} (${id})`
}

/** The value that a filter by actor matches. */
export function actorId(actor: ReadActor): string {
  switch (actor.kind) {
    case 'operator':
    case 'api-key':
      return actor.id
    case 'visitor':
      return actor.address
    case 'aws':
      return actor.arn
    case 'unverified':
      return actor.requestId
    case 'machine':
      return 'machine'
    case 'unknown':
      return actor.name
  }
}
