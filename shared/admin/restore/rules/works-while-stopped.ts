/**
 * Operations that operators can still use in the dashboard while an instance is being restored: those that find or move
 * money, revoke access, or deliver. All other changes would be lost when the service switches to the restored table.
 */
const names: ReadonlySet<string> = new Set([
  // A change that began before takes effect meanwhile.
  'cancel-payout-wallet',
  ...['check-session-now', 'request-sweep', 'abandon-sweep', 'sweep-unlisted', 'test-networks'],
  ...['revoke-api-key', 'revoke-invitation', 'remove-operator', 'end-sign-in'],
  ...['begin-proof', 'stop-factor', 'disable-webhook-endpoint'],
  ...['replay-delivery', 'recover-deliveries', 'redrive-deliveries'],
  ...['start-export', 'delete-export'],
])

type Named = { name: string; touches: { table?: 'read' | 'write' } }

export function worksWhileStopped({ name, touches }: Named): boolean {
  return touches.table !== 'write' || names.has(name)
}
