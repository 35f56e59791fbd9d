import { expect, it } from 'vitest'
import { apiKeyAuthenticator } from '../../shared/records/api-keys/authenticate-api-key.ts'
import { createApiKey } from '../../shared/records/api-keys/create-api-key.ts'
import { listApiKeys } from '../../shared/records/api-keys/list-api-keys.ts'
import { revokeApiKey } from '../../shared/records/api-keys/revoke-api-key.ts'
import { rollApiKey } from '../../shared/records/api-keys/roll-api-key.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'

const hour = 3_600_000

async function fixture() {
  const { table, config } = await serviceFunctions()
  const { call } = terminal(lambdasOf(config))
  const created = await call(createApiKey, { mode: 'test', name: 'shop', scopes: ['links:read'] })
  /** Whether a key works some hours from now. */
  const worksIn = async (hours: number, key: string) => {
    const now = () => new Date(Date.now() + hours * hour)
    return (
      (await apiKeyAuthenticator({ table, now, noteUse: async () => undefined })(key)) !== undefined
    )
  }
  return { call, created, worksIn }
}

it('a key that is rolled works on for as long as the overlap, and the new one has its scopes', async () => {
  const { call, created, worksIn } = await fixture()
  const rolled = await call(rollApiKey, { id: created.id, overlapHours: 48 })
  expect(rolled).toMatchObject({
    name: 'shop',
    mode: 'test',
    scopes: ['links:read'],
    revokedAt: null,
  })
  expect(rolled.replaces).toMatchObject({ id: created.id, revokedAt: expect.any(String) })
  expect(await worksIn(47, created.key)).toBe(true)
  expect(await worksIn(49, created.key)).toBe(false)
  for (const hours of [0, 10_000]) expect(await worksIn(hours, rolled.key)).toBe(true)
  const { keys: listed } = await call(listApiKeys, { mode: 'test' })
  expect(listed.map(({ id }) => id)).toEqual([rolled.id, created.id])
  expect(JSON.stringify(listed)).not.toContain(rolled.key.slice(16))
})

it('a key without an overlap ends at once, and is not rolled again', async () => {
  const { call, created, worksIn } = await fixture()
  await call(rollApiKey, { id: created.id, overlapHours: 0 })
  expect(await worksIn(0, created.key)).toBe(false)
  await expect(call(rollApiKey, { id: created.id })).rejects.toMatchObject({
    code: 'state_changed',
  })
})

it('a key is rolled once, and can still be revoked', async () => {
  const { call, created, worksIn } = await fixture()
  const roll = (overlapHours: number) => call(rollApiKey, { id: created.id, overlapHours })
  const [first, second] = await Promise.allSettled([roll(1), roll(168)])
  expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
  await expect(roll(0)).rejects.toThrow(/was rolled already, and works until 20.+ that replaced it/)
  const { keys: listed } = await call(listApiKeys, { mode: 'test' })
  expect(listed).toHaveLength(2)
  expect(await worksIn(169, created.key)).toBe(false)
  await call(revokeApiKey, { id: created.id })
  expect(await worksIn(0, created.key)).toBe(false)
})

it.each([-1, 169, 1.5])('an overlap of %s hours is refused', async (overlapHours) => {
  const { call, created } = await fixture()
  await expect(call(rollApiKey, { id: created.id, overlapHours })).rejects.toMatchObject({
    param: 'overlapHours',
  })
})
