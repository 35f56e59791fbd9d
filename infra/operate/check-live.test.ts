import { expect, it } from 'vitest'
import { transact } from '../../shared/kernel/store/transact.ts'
import { sessionCreation } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { settingsUpdate } from '../../shared/records/settings/store/settings.ts'
import { aSession, later } from '../../test/factories.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'

async function fixture() {
  const { table, config } = await serviceFunctions()
  const { run } = terminal(lambdasOf(config))
  const left = async () =>
    (await run('check-live'))
      .split('\n')
      .filter((line) => line.startsWith('[ ] '))
      .map((line) => line.slice(4))
  return { table, run, left }
}

it('says of a new instance what is left, with the command that does it', async () => {
  const { run } = await fixture()
  const text = await run('check-live')
  expect(text).toContain(
    '[ ] A live API key exists\n    npm run operate -- keys create --mode live',
  )
  expect(text).toMatch(/\n\d+ of 10 are left\.$/)
})

it('leaves out what is done in the mode that counts', async () => {
  const { table, run, left } = await fixture()
  const before = await left()
  await run('keys', 'create', '--mode', 'test', '--name', 'shop')
  await transact(table, [
    sessionCreation(aSession({ mode: 'live', status: 'underpaid' }), later(300)),
  ])
  expect(await left()).toEqual(before)
  await run('keys', 'create', '--mode', 'live', '--name', 'shop')
  await run('endpoints', 'create', '--mode', 'live', '--url', 'https://shop.example/hooks')
  await transact(table, [
    sessionCreation(
      aSession({ id: 'cs_01KJMFE3E0B6C8D2E4F6G8H0J1', mode: 'test', status: 'overpaid' }),
      later(300),
    ),
    settingsUpdate('live', { baseUrl: 'https://pay.example.com' }),
  ])
  const after = await left()
  expect(before.filter((item) => !after.includes(item))).toEqual([
    'A payment in test mode was fulfilled',
    'The base URL is one that customers reach by HTTPS',
    'A live API key exists',
    'A live webhook endpoint is active',
  ])
})
