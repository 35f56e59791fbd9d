import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { appSecrets } from '../../shared/http/app-secrets.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { pageAuditEntries } from '../../shared/kernel/store/audit-log.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { addEndpoint } from '../../shared/merchant/webhooks/endpoints/create-webhook-endpoint.ts'
import { rotateWebhookSecret } from '../../shared/merchant/webhooks/endpoints/rotate-endpoint-secret.ts'
import { derivationStop } from '../../shared/payments/wallet/store/derivation-counter.ts'
import { webhookSecretContext } from '../../shared/records/outbox/rules/webhook-endpoint.ts'
import { listWebhookEndpoints } from '../../shared/records/outbox/store/webhook-endpoints.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'

const passphrase = 'correct horse battery'

/** A deployment, whose commands read and write its own table. */
async function deployment() {
  const { table, config } = await serviceFunctions({}, {})
  const { call, runWith } = terminal(lambdasOf(config))
  const run = (given: string | undefined, ...args: string[]) => {
    const variables = { EXPORT_PASSPHRASE: given }
    const readLine = async () => ''
    // The command closes the client that it opens, which is the test's own.
    const openTable = async () => ({ ...table, client: kept(table) })
    return runWith({ variables, readLine, openTable }, 'data', ...args)
  }
  return { table, call, run, secrets: () => openedSecrets(table, appSecrets(config).open) }
}

function kept({ client }: Table): Table['client'] {
  return Object.assign(Object.create(client), { destroy: () => undefined })
}

type Open = ReturnType<typeof appSecrets>['open']

async function openedSecrets(table: Table, open: Open) {
  const all = await listWebhookEndpoints(table, 'test')
  return Promise.all(
    all.map(async ({ secret, previousSecrets, active, inactiveReason, ...endpoint }) => {
      const context = webhookSecretContext(endpoint)
      const previous = previousSecrets.map((each) => open(each.secret, context))
      const opened = [await open(secret, context), ...(await Promise.all(previous))]
      return { opened, active, inactiveReason }
    }),
  )
}

/** A stopped deployment with an endpoint whose secret was rotated. */
async function old() {
  const one = await deployment()
  const input = { mode: 'test', url: 'https://shop.example/hooks', events: ['session.paid'] }
  const { id, secret: first } = await one.call(addEndpoint, input)
  const { secret } = await one.call(rotateWebhookSecret, { id })
  await transact(
    one.table,
    modes.map((mode) => derivationStop(mode, 7, new Date())),
  )
  return { ...one, id, known: [secret, first] }
}

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'moving-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'export')
}

async function allText(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('')
}

it('moves secrets of webhooks under a passphrase', async () => {
  const { run, known, table, id } = await old()
  const folder = await aFolder()
  const text = await run(passphrase, 'export', '--to', folder)
  expect(text).toContain('webhook-secrets.json, under the passphrase')
  for (const secret of [...known, passphrase]) {
    expect((await allText(folder)) + text).not.toContain(secret)
  }
  const to = await deployment()
  await expect(to.run(undefined, 'import', '--from', folder)).rejects.toThrow('add --passphrase -')
  await expect(to.run('another one', 'import', '--from', folder)).rejects.toMatchObject({
    code: 'parameter_invalid',
  })
  expect(await to.run(passphrase, 'import', '--from', folder, '--dry-run')).toContain(
    'Nothing was changed',
  )
  expect(await audited(to.table)).toEqual([])
  expect(await to.run(passphrase, 'import', '--from', folder)).toContain('keep their secrets')
  expect(await to.secrets()).toEqual([{ opened: known, active: true, inactiveReason: null }])
  expect(await audited(table)).toContainEqual(['data.export', { webhookSecrets: [id] }])
  expect(await audited(to.table)).toContainEqual([
    'data.import',
    { webhookSecrets: [id], newWebhookSecrets: [] },
  ])
})

async function audited(table: Table) {
  const { items } = await pageAuditEntries(table, { mode: 'test' }, { limit: 100 })
  return items.map(({ action, after }) => [action, after])
}

it('disables endpoints whose secrets are left out, and gives them new ones', async () => {
  const { run, known } = await old()
  const [without, left] = [await aFolder(), await aFolder()]
  expect(await run(undefined, 'export', '--to', without)).toContain(
    'secrets of webhooks are left out',
  )
  await run(passphrase, 'export', '--to', left)
  for (const [folder, ...more] of [[without], [left, '--new-webhook-secrets']] as const) {
    const to = await deployment()
    const text = await to.run(undefined, 'import', '--from', folder, ...more)
    expect(text).toContain('Webhook endpoints are disabled and have new secrets')
    const [{ opened = [], ...endpoint } = {}] = await to.secrets()
    expect(endpoint).toEqual({ active: false, inactiveReason: 'moved' })
    expect(opened).toEqual([expect.stringMatching(/^whsec_/)])
    expect(known).not.toContain(opened[0])
  }
})

it('refuses a short passphrase, and a file that was changed', async () => {
  const { run } = await old()
  const folder = await aFolder()
  await expect(run('short', 'export', '--to', folder)).rejects.toThrow()
  await run(passphrase, 'export', '--to', folder)
  const path = join(folder, 'webhook-secrets.json')
  const box = await readFile(path, 'utf8')
  await writeFile(path, box.replace('131072', '32768'))
  const to = await deployment()
  await expect(to.run(passphrase, 'import', '--from', folder)).rejects.toThrow('is damaged')
})
