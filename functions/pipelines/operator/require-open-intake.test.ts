import { expect, it } from 'vitest'
import { worksWhileStopped } from '../../../shared/admin/restore/rules/works-while-stopped.ts'
import type { Mode } from '../../../shared/kernel/mode.ts'
import { transact } from '../../../shared/kernel/store/transact.ts'
import { addition } from '../../../shared/kernel/store/writes.ts'
import { refundKeys } from '../../../shared/money/refunds/store/keys.ts'
import { operatorOperations } from '../../../shared/operator-operations.ts'
import { sessionKeys } from '../../../shared/payments/checkout-sessions/store/keys.ts'
import { customerKeys } from '../../../shared/records/customers/store/keys.ts'
import { outboxKeys } from '../../../shared/records/outbox/store/keys.ts'
import { linkKeys } from '../../../shared/records/payment-links/store/keys.ts'
import { settingsUpdate } from '../../../shared/records/settings/store/settings.ts'
import { testTable } from '../../../test/test-table.ts'
import { requireOpenIntake } from './require-open-intake.ts'

const refusal = { code: 'intake_stopped', retryAfterSeconds: 60 }

it('refuses in the dashboard what a restore would lose, in the mode that is stopped', async () => {
  const table = await testTable()
  const intakeStoppedAt = new Date(0).toISOString()
  await transact(table, [settingsUpdate('live', { intakeStoppedAt })])
  const asked = async (name: string, input: unknown) => {
    const operation = operatorOperations.find((each) => each.name === name)
    return operation && requireOpenIntake(table, operation, input)
  }
  for (const name of ['add-link', 'create-api-key', 'change-settings', 'set-payout-wallet']) {
    await expect(asked(name, { mode: 'live' }), name).rejects.toMatchObject(refusal)
    await expect(asked(name, { mode: 'test' }), name).resolves.toBeUndefined()
  }
  await expect(asked('invite-operator', { email: 'a@b.example' })).rejects.toMatchObject(refusal)
  for (const name of ['check-session-now', 'request-sweep', 'revoke-api-key', 'list-sweeps']) {
    await expect(asked(name, { mode: 'live' }), name).resolves.toBeUndefined()
  }
})

it('refuses changes of records and chains in their own mode only', async () => {
  const table = await testTable()
  const records = {
    'change-link': linkKeys.paymentLink('test', 'pl_1'),
    'change-customer': customerKeys.customer('test', 'cus_1'),
    'change-endpoint': outboxKeys.webhookEndpoint('test', 'we_1'),
    'dismiss-session': sessionKeys.session('test', 'cs_1'),
    'void-refund': refundKeys.refund('test', 're_1'),
  }
  await transact(table, Object.values(records).map(addition))
  const outcomes = async (stopped: Mode) => {
    const intakeStoppedAt = new Date(0).toISOString()
    await transact(table, [
      settingsUpdate('live', { intakeStoppedAt: stopped === 'live' ? intakeStoppedAt : null }),
      settingsUpdate('test', { intakeStoppedAt: stopped === 'test' ? intakeStoppedAt : null }),
    ])
    const changes = [
      ...Object.entries({ 'change-link': 'pl_1', 'change-customer': 'cus_1' }),
      ...Object.entries({ 'change-endpoint': 'we_1', 'dismiss-session': 'cs_1' }),
      ['void-refund', 're_1'] as const,
    ].map(([name, id]) => [name, { id }] as const)
    const all = [
      ...changes,
      ['add-refund', { sessionId: 'cs_1' }] as const,
      ['set-network', { chainId: 31337 }] as const,
    ]
    const asked = all.map(([name, input]) =>
      requireOpenIntake(table, { name, touches: { table: 'write' } }, input).then(
        () => 'open',
        ({ code }) => code,
      ),
    )
    return new Set(await Promise.all(asked))
  }
  expect(await outcomes('live')).toEqual(new Set(['open']))
  expect(await outcomes('test')).toEqual(new Set(['intake_stopped']))
})

it('lets no other operation store something during a restore', () => {
  const working = operatorOperations
    .filter(
      ({ touches, ...named }) =>
        touches.table === 'write' && worksWhileStopped({ touches, ...named }),
    )
    .map(({ name }) => name)
  expect(working.toSorted()).toEqual([
    ...[
      'abandon-sweep',
      'begin-proof',
      'cancel-payout-wallet',
      'check-session-now',
      'delete-export',
    ],
    ...['disable-webhook-endpoint', 'end-sign-in', 'recover-deliveries', 'redrive-deliveries'],
    ...['remove-operator', 'replay-delivery', 'request-sweep', 'revoke-api-key'],
    ...['revoke-invitation', 'start-export', 'stop-factor', 'sweep-unlisted', 'test-networks'],
  ])
})
