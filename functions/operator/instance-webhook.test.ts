import { expect, it } from 'vitest'
import { pageAuditEntries } from '../../shared/kernel/store/audit-log.ts'
import { errorOf } from '../../test/api-event.ts'
import { atDashboard } from '../../test/at-dashboard.ts'
import { startReceiver } from '../../test/instance-webhook-fixture.ts'
import { serve as serveDeliverInstanceWebhooks } from '../schedules/deliver-instance-webhooks.ts'

const url = 'https://hooks.example/services/of-the-receiver'

it.each(['operator', 'viewer'] as const)(
  'nobody but owners sets, removes or sees the instance webhook: not a %s',
  async (role) => {
    const { table, post } = await atDashboard(role)
    const refused = { status: 403, code: 'insufficient_role' }
    expect(errorOf(await post('set-instance-webhook', { url }))).toMatchObject(refused)
    expect(errorOf(await post('remove-instance-webhook', {}))).toMatchObject(refused)
    expect(errorOf(await post('show-instance-webhook', {}))).toMatchObject(refused)
    expect((await pageAuditEntries(table, { mode: 'live' }, { limit: 5 })).items).toEqual([])
  },
)

it('an owner sets it, sees its secret once, and the function sends it a test', async () => {
  const { config, post } = await atDashboard('owner', {
    variables: { WEBHOOK_ALLOW_LOOPBACK: 'on' },
  })
  const receiver = await startReceiver()
  const set = await post('set-instance-webhook', { url: receiver.url })
  expect(set).toMatchObject({ statusCode: 200 })
  const { secret } = JSON.parse(set.body)
  expect(secret).toMatch(/^whsec_/)
  const deliver = serveDeliverInstanceWebhooks(config)
  expect(await deliver({})).toEqual({ attempted: 1 })
  expect(receiver.messages.map(({ event }) => event.type)).toEqual(['instance.test'])
  const shown = await post('show-instance-webhook', {})
  expect(JSON.parse(shown.body)).toMatchObject({
    webhook: { url: receiver.url, lastOutcome: 200, secretPrefix: secret.slice(0, 12) },
  })
  expect(shown.body).not.toContain(secret)
  expect(await post('remove-instance-webhook', {})).toMatchObject({ statusCode: 200 })
  expect(JSON.parse((await post('show-instance-webhook', {})).body)).toEqual({ webhook: null })
})
