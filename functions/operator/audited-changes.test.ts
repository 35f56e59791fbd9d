import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { auditWrite } from '../../shared/kernel/operation/audit.ts'
import { pageAuditEntries } from '../../shared/kernel/store/audit-log.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { atDashboard } from '../../test/at-dashboard.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { testTable } from '../../test/test-table.ts'
import { aWebhookEndpoint, saveEndpoint } from '../../test/webhook-fixture.ts'

const randomBytes = seededBytes('audited changes')
const page = z.object({
  entries: z.array(z.looseObject({ id: z.string(), action: z.string() })),
  nextCursor: z.string().nullable(),
})

/** An owner at the dashboard of an instance with a webhook endpoint. */
async function fixture() {
  const { table, post } = await atDashboard('owner')
  const at = new Date('2026-03-01T12:00:00Z')
  const endpoint = aWebhookEndpoint({ url: 'https://shop.example/hook', at }, randomBytes)
  await saveEndpoint(table, endpoint)
  const done = async (name: string, body: unknown) => {
    const response = await post(name, body)
    expect(response, name).toMatchObject({ statusCode: 200 })
    return JSON.parse(response.body)
  }
  const list = async (filter: object = {}) =>
    page.parse(await done('list-audit-entries', { mode: 'test', ...filter }))
  return { done, list, endpoint, post }
}

describe('the audit log', () => {
  it('says who changed what, from what to what, and holds no secret', async () => {
    const { done, list, endpoint } = await fixture()
    const { id } = endpoint
    const created = await done('create-api-key', {
      mode: 'test',
      name: 'shop',
      scopes: ['links:read'],
    })
    await done('revoke-api-key', { id: created.id })
    await done('revoke-api-key', { id: created.id })
    await done('change-settings', { mode: 'test', values: { acceptTopUps: false } })
    const { secret } = await done('rotate-webhook-secret', { id })
    await done('disable-webhook-endpoint', { id })
    await done('enable-webhook-endpoint', { id })
    await done('set-network', { chainId: 31337, confirmations: 3 })
    await done('request-sweep', { mode: 'test' })
    await done('skip-addresses', { mode: 'test', highestIndex: 5 })
    const { entries } = await list()
    const actor = {
      kind: 'operator',
      id: 'op_owner',
      email: 'owner@example.com',
      address: '203.0.113.7',
    }
    expect(entries).toMatchObject([
      { action: 'wallet.skip', actor, before: { next: 0 }, after: { next: 10_005 } },
      { action: 'sweep.request', actor, after: { dryRun: false } },
      { action: 'network.change', actor, target: '31337', after: { confirmations: 3 } },
      {
        action: 'webhook-endpoint.enable',
        actor,
        before: { active: false },
        after: { active: true },
      },
      {
        action: 'webhook-endpoint.disable',
        actor,
        before: { active: true },
        after: { active: false },
      },
      { action: 'webhook-endpoint.rotate-secret', actor, target: id, before: null, after: null },
      {
        action: 'settings.change',
        actor,
        before: { acceptTopUps: true },
        after: { acceptTopUps: false },
      },
      {
        action: 'api-key.revoke',
        actor,
        target: created.id,
        before: { revokedAt: null },
        after: { revokedAt: expect.any(String) },
      },
      {
        action: 'api-key.create',
        actor,
        target: created.id,
        before: null,
        after: { name: 'shop' },
      },
    ])
    const text = JSON.stringify(entries)
    for (const held of [
      created.key.slice(16),
      secret.slice(12),
      'ciphertext',
      '"hash"',
      '"salt"',
    ]) {
      expect(text).not.toContain(held)
    }
  })

  it('has no entry of what was refused', async () => {
    const { post, list } = await fixture()
    const bad = { chainId: 31337, assets: ['DOGE'] }
    expect(await post('set-network', bad)).toMatchObject({ statusCode: 400 })
    expect(await list()).toEqual({ entries: [], nextCursor: null })
  })

  it('is filtered by actor, action, target and time', async () => {
    const { done, list } = await fixture()
    const key = await done('create-api-key', { mode: 'test', name: 'a', scopes: ['links:read'] })
    await done('request-sweep', { mode: 'test' })
    await done('revoke-api-key', { id: key.id })
    const actions = async (filter: object) =>
      (await list(filter)).entries.map((each) => each.action)
    expect(await actions({ target: key.id })).toEqual(['api-key.revoke', 'api-key.create'])
    expect(await actions({ action: 'sweep.request' })).toEqual(['sweep.request'])
    expect(await actions({ actor: 'op_owner', action: 'api-key.create' })).toEqual([
      'api-key.create',
    ])
    expect(await actions({ actor: 'op_other' })).toEqual([])
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect(await actions({ since: tomorrow })).toEqual([])
    const first = await list({ limit: 1 })
    const rest = await list({ after: first.nextCursor })
    expect([...first.entries, ...rest.entries].map((each) => each.action)).toEqual([
      ...['api-key.revoke', 'sweep.request', 'api-key.create'],
    ])
  })
})

it('a page of the audit log costs two requests at most, however rare an action is', async () => {
  const table = await testTable()
  const entry = (seconds: number, action: 'sweep.request' | 'api-key.roll') =>
    auditWrite(
      { now: () => new Date(seconds * 1000), randomBytes },
      {
        mode: 'test',
        action,
        target: 'x',
        note: '',
        outcome: '',
        details: {},
        actor: { kind: 'unverified', requestId: 'request-1' },
      },
    )
  const count = 1_050
  const writes = Array.from({ length: count }, (_, n) =>
    entry(n + 1, n === 0 ? 'api-key.roll' : 'sweep.request'),
  )
  for (let start = 0; start < count; start += 100) {
    await transact(table, writes.slice(start, start + 100))
  }
  let requests = 0
  const send: typeof table.client.send = (...given: readonly unknown[]) => {
    requests += 1
    return Reflect.apply(table.client.send, table.client, given)
  }
  const counting = { ...table, client: Object.assign(Object.create(table.client), { send }) }
  const filter = { mode: 'test', action: 'api-key.roll' } as const
  const first = await pageAuditEntries(counting, filter, { limit: 25 })
  expect(requests).toBe(2)
  expect(first.items).toEqual([])
  const next = { ...filter, before: first.nextCursor ?? undefined }
  const second = await pageAuditEntries(counting, next, { limit: 25 })
  expect(second.items).toMatchObject([{ action: 'api-key.roll' }])
})
