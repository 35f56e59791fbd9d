import { expect, it } from 'vitest'
import { worksWhileStopped } from './works-while-stopped.ts'

it('while intake is stopped, money moves, access ends, and nothing else is changed', () => {
  const works = (name: string, table?: 'read' | 'write') =>
    worksWhileStopped({ name, touches: table ? { table } : {} })
  const kept = [
    ...['cancel-payout-wallet', 'check-session-now', 'request-sweep', 'abandon-sweep'],
    ...['sweep-unlisted', 'test-networks', 'revoke-api-key', 'revoke-invitation'],
    ...['remove-operator', 'end-sign-in', 'begin-proof', 'stop-factor'],
    ...['disable-webhook-endpoint', 'replay-delivery', 'recover-deliveries', 'redrive-deliveries'],
    ...['start-export', 'delete-export'],
  ]
  expect(kept.filter((name) => !works(name, 'write'))).toEqual([])
  const changes = ['set-payout-wallet', 'create-api-key', 'change-settings', 'dismiss-session']
  expect(changes.filter((name) => works(name, 'write'))).toEqual([])
  expect([works('list-payments', 'read'), works('show-gas')]).toEqual([true, true])
})
