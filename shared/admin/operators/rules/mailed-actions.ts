import type { AuditEntry, AuditedAction } from '../../../kernel/audit-entry.ts'
import { oneLine } from '../../../kernel/one-line.ts'

/**
 * Actions that owners are mailed: each change by which somebody could get at money, in words for a subject (ASCII, as
 * SNS requires). Actions with null are only in the audit log, as are sign-ins from a known browser, and other changes
 * of a link.
 */
export const mailedActions: Readonly<Record<AuditedAction, string | null>> = {
  'session.accept': 'Payment accepted',
  'session.dismiss': null,
  'refund.create': 'Refund promised',
  'refund.address': 'Address of a refund given',
  'refund.record': 'Refund recorded',
  'refund.cancel': null,
  'payout-wallet.set': 'Payout wallet set',
  'payout-wallet.leave-out': 'Network left out of payouts',
  'payout-wallet.ask-again': 'Payout wallet asked for again',
  'payout-wallet.cancel': 'Change of a payout wallet canceled',
  'wallet.add': 'Wallet added',
  'wallet.set-up': 'Wallet set up',
  'account.passkey-add': 'Passkey added',
  'account.passkey-remove': 'Passkey removed',
  'account.totp-enable': 'Authenticator app added',
  'account.totp-disable': 'Authenticator app removed',
  'account.factor-stolen': 'Second factor reported as stolen',
  'account.recovery-codes': 'Recovery codes made',
  'account.password': 'Password changed',
  'account.sign-ins-end': null,
  'account.sign-in': 'Sign-in from a new browser',
  'account.sign-out': null,
  'account.sign-in-paused': 'Sign-in paused after wrong passwords',
  'account.wrong-code': 'Wrong code after the right password',
  'account.codes-stopped': 'Codes stopped after too many wrong ones',
  'operator.claim': 'Instance claimed',
  'operator.invite': 'Operator invited',
  'operator.join': 'Operator joined',
  'operator.role': 'Role changed',
  'operator.remove': 'Operator removed',
  'operator.reset-access': 'Access of an operator reset',
  'invitation.revoke': null,
  'sweep.abandon': 'Sweep abandoned',
  'integration.set': 'Integration set',
  'integration.cancel': 'Change of an integration canceled',
  'integration.enable': 'Integration enabled',
  'integration.disable': 'Integration disabled',
  'sweep.unlisted': 'Sweep of an unlisted token ordered',
  'sweep.request': null,
  'books.audit': null,
  'books.acknowledge': 'Difference in the books acknowledged',
  'books.report-again': null,
  'api-key.create': 'API key created',
  'api-key.revoke': 'API key revoked',
  'api-key.roll': 'API key rolled',
  'payment-link.create': null,
  'payment-link.change': 'Price or target of a payment link changed',
  'payment-link.delete': null,
  'customer.change': null,
  'customer.erase': null,
  'webhook-endpoint.create': 'Webhook endpoint created',
  'webhook-endpoint.change': 'Webhook endpoint changed',
  'webhook-endpoint.delete': 'Webhook endpoint deleted',
  'webhook-endpoint.test': null,
  'webhook-endpoint.enable': null,
  'webhook-endpoint.disable': 'Webhook endpoint disabled',
  'webhook-endpoint.rotate-secret': 'Secret of a webhook endpoint rotated',
  'delivery.replay': null,
  'deliveries.recover': null,
  'deliveries.redrive': null,
  'export.start': null,
  'export.delete': null,
  'network.add': 'Network added',
  'network.connect': 'Node of a network connected',
  'network.change': 'Network changed',
  'network.trust': 'Node trusted',
  'network.remove': 'Network removed',
  'network.seed': 'Networks saved at deployment',
  'notifier.connect': 'Notifier connected',
  'notifier.repair': null,
  'notifier.disconnect': 'Notifier disconnected',
  'notices.add': 'Sale notices sent to another place',
  'notices.change': 'Sale notices changed',
  'notices.remove': 'Sale notices stopped at a place',
  'notices.test': null,
  'settings.change': 'Settings changed',
  'instance.move': 'Deployed, or moved to another URL',
  'setup-token.mint': 'Setup link made',
  'wallet.skip': 'Deposit addresses skipped',
  'data.export': 'Data exported',
  'data.import': 'Data imported',
  'restore.stop': null,
  'restore.adopt': null,
  'restore.sweeps': null,
  'restore.resume': 'Restored instance resumed',
}

/** Returns an action's words for the mail. An action of a newer release is mailed under its name. */
export function mailedAs(action: string): string | null {
  const known: Readonly<Record<string, string | null>> = mailedActions
  const words = Object.hasOwn(known, action) ? known[action] : undefined
  return words === undefined ? oneLine(action, mostOfName).replace(/[^ -~]/g, '?') : words
}

/** The longest subject that SNS accepts. */
const mostOfName = 99

/** Anybody on the internet can cause these. */
const attempts: ReadonlySet<string> = new Set<AuditedAction>([
  'account.sign-in-paused',
  'account.wrong-code',
  'account.codes-stopped',
])

/** Whether the mail only counts it, and is sent less often: attempts, and what a shop's own server may do all day. */
export function isCounted({ action, actor }: Pick<AuditEntry, 'action' | 'actor'>): boolean {
  return attempts.has(action) || (action === 'payment-link.change' && actor.kind === 'api-key')
}
