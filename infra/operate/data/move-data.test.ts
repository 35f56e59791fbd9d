import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { PutItemCommand } from '@aws-sdk/client-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it, onTestFinished } from 'vitest'
import { loadMovedData } from '../../../shared/admin/moving/store/moved-data.ts'
import { operatorKeys } from '../../../shared/admin/operators/store/keys.ts'
import { modes } from '../../../shared/kernel/mode.ts'
import { keys } from '../../../shared/kernel/store/keys.ts'
import type { Table } from '../../../shared/kernel/store/table.ts'
import { transact } from '../../../shared/kernel/store/transact.ts'
import { addition } from '../../../shared/kernel/store/writes.ts'
import {
  derivationResumption,
  derivationStop,
  knownDerivationIndices,
  nextDerivationIndex,
} from '../../../shared/payments/wallet/store/derivation-counter.ts'
import { outboxKeys } from '../../../shared/records/outbox/store/keys.ts'
import { listWebhookEndpoints } from '../../../shared/records/outbox/store/webhook-endpoints.ts'
import { linkKeys } from '../../../shared/records/payment-links/store/keys.ts'
import { firstSettings, settingsUpdate } from '../../../shared/records/settings/store/settings.ts'
import { aroundAwsCalls } from '../../../test/aws-calls.ts'
import { createdAt, later } from '../../../test/factories.ts'
import { testTable } from '../../../test/test-table.ts'
import { readFixtures } from '../../../test/upgrade/fixtures.ts'
import { sealedText } from '../../../test/webhook-fixture.ts'
import { exportData } from './export-data.ts'
import { importData } from './import-data.ts'
import { digestOf, manifestFile, readManifest, withChecksum } from './manifest.ts'
import { planImport } from './plan-import.ts'
import { rowText } from './row-text.ts'
import { scanRows } from './scan-rows.ts'

const large = 'x'.repeat(100_000)
/** U+2028 and U+2029 end a line in JavaScript, but not in JSON. */
const small = 'small\u2028\u2029'

const { items } = await readFixtures('current.json')

/** A stopped table with rows of every kind, and more than one page of them. */
async function aTable(): Promise<Table> {
  const table = await testTable()
  const { 'counter derivation': _, settings: __, ...others } = items
  for (const Item of Object.values(others).flat()) {
    await table.client.send(new PutCommand({ TableName: table.name, Item }))
  }
  const deployed = modes.map((mode) =>
    firstSettings(table, mode, { baseUrl: 'https://old.example' }),
  )
  const stops = modes.map((mode) => derivationStop(mode, 7, createdAt))
  expect(await transact(table, [...deployed, ...stops])).toEqual({ committed: true })
  const writes = Array.from({ length: 60 }, (_, number) => {
    const text = { S: number % 5 === 0 ? large : small }
    const Item = { ...rowKey(number), text, bytes: { B: Buffer.from([0, number]) } }
    return table.client.send(new PutItemCommand({ TableName: table.name, Item }))
  })
  await Promise.all(writes)
  return table
}

function rowKey(number: number) {
  const { pk, sk } = outboxKeys.event('test', `evt_${number}`)
  return { pk: { S: pk }, sk: { S: sk } }
}

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'moving-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

type Given = { folder?: string; onProgress?: (rows: number) => void }

const now = () => createdAt
const silent = () => {}

async function anExport(table: Table, { folder, onProgress = silent }: Given = {}) {
  const to = folder ?? (await aFolder())
  await exportData({ table, folder: to, now, secrets: null, rowsPerFile: 20, onProgress })
  return to
}

const resealed = {
  secret: sealedText('whsec_new'),
  secretPrefix: 'whsec_new',
  previousSecrets: [],
}

async function anImport(
  table: Table,
  folder: string,
  {
    onProgress = silent,
    isNew = false,
  }: { onProgress?: (rows: number) => void; isNew?: boolean } = {},
) {
  const manifest = await readManifest(folder)
  const plan = await planImport(table, folder, manifest)
  const secrets = plan.endpoints.map(({ mode, id }) => ({ mode, id, ...resealed, isNew }))
  await importData({ table, folder, manifest, plan, now, secrets, onProgress })
  return manifest
}

/** The rows of an export by file. */
async function contents(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('rows-')).toSorted()
  const texts = names.map(async (name) => [name, await readFile(join(folder, name), 'base64')])
  return Object.fromEntries(await Promise.all(texts))
}

const allRows = (table: Table) => Array.fromAsync(scanRows(table))

it('moves all data: an export of the imported table has the same bytes', async () => {
  const first = await anExport(await aTable())
  const second = await testTable()
  const { files, endpoints, counts } = await anImport(second, first)
  expect(files.length).toBeGreaterThan(3)
  expect(endpoints).toHaveLength(items['webhookEndpoint']?.length ?? 0)
  expect(files.reduce((sum, { rows }) => sum + rows, 0)).toBe(
    Object.values(counts).reduce((sum, rows) => sum + rows, 0),
  )
  const after = await anExport(second)
  expect(await contents(after)).toEqual(await contents(first))
  for (const name of await readdir(first)) {
    expect([name, (await stat(join(first, name))).mode & 0o077]).toEqual([name, 0])
  }
})

it('imports into a new deployment, whose audit log and URL it keeps', async () => {
  const source = await aTable()
  const folder = await anExport(source)
  const table = await testTable()
  const entry = { pk: 'test#audit', sk: 'aud_1', action: 'network.seed' }
  const settings = { ...keys.settings('test'), baseUrl: 'https://new.example' }
  await transact(table, [entry, settings, { pk: 'test#networks', sk: '1' }].map(addition))
  await anImport(table, folder)
  const ofPartition = async (of: Table, pk: string) =>
    (await allRows(of)).filter((row) => row['pk']?.S === pk)
  const entries = await ofPartition(source, 'test#audit')
  expect(await ofPartition(table, 'test#audit')).toHaveLength(entries.length + 1)
  const moved = await ofPartition(source, 'test#settings')
  expect(moved).toHaveLength(1)
  const own = { baseUrl: { S: 'https://new.example' } }
  expect(await ofPartition(table, 'test#settings')).toEqual(
    moved.map((row) => ({ ...row, ...own })),
  )
})

it('imports settings before all other rows', async () => {
  const folder = await anExport(await aTable())
  const table = await testTable()
  const puts: string[] = []
  await aroundAwsCalls(
    ({ operation, body }, send) => {
      if (operation === 'PutItem') puts.push(body)
      return send()
    },
    () => anImport(table, folder),
  )
  expect(puts.length).toBeGreaterThan(60)
  expect(puts.findIndex((body) => !body.includes('#settings"'))).toBeGreaterThan(0)
})

it('refuses rows that no export has, before it writes any', async () => {
  const folder = await anExport(await aTable())
  const table = await testTable()
  const { checksum: _, version: __, ...contents } = await readManifest(folder)
  const { pk, sk } = operatorKeys.operator('opr_1')
  const operator = { pk: { S: pk }, sk: { S: sk }, role: { S: 'owner' } }
  const refusal = 'The export has operators, which'
  const endpoints = [...contents.endpoints, operator]
  await writeFile(manifestFile(folder), JSON.stringify(withChecksum({ ...contents, endpoints })))
  await expect(anImport(table, folder)).rejects.toThrow(refusal)

  const [file] = contents.files
  if (!file) throw new Error('there is no file')
  const path = join(folder, file.name)
  await writeFile(path, gzipSync(gunzipSync(await readFile(path)) + rowText(operator)))
  const sha256 = (await digestOf(path)) ?? ''
  const files = [{ ...file, rows: file.rows + 1, sha256 }, ...contents.files.slice(1)]
  await writeFile(manifestFile(folder), JSON.stringify(withChecksum({ ...contents, files })))
  await expect(anImport(table, folder)).rejects.toThrow(refusal)
  expect(await allRows(table)).toEqual([])
})

it('leaves out what the old key sealed, and who signs in, and says what to enter again', async () => {
  const folder = await anExport(await aTable())
  const { leftOut, kindsLeftOut } = await readManifest(folder)
  const table = await testTable()
  await anImport(table, folder)
  const rows = await allRows(table)
  const others = rows.filter((row) => row['pk']?.S !== 'test#endpoints').map(rowText)
  for (const secret of ['wrappedKey', 'test#wallet', 'test#networks', '"S":"operators"']) {
    expect(others.join('')).not.toContain(secret)
  }
  expect(others.join('')).toContain('api-key#')
  expect(kindsLeftOut).toMatchObject({ network: expect.stringContaining('sealed') })
  expect(leftOut).toMatchObject({
    networks: expect.arrayContaining([{ mode: 'test', chainId: 31337 }]),
    payoutWallets: expect.arrayContaining([
      expect.objectContaining({ mode: 'test', chainId: 31337 }),
    ]),
  })
  expect(await loadMovedData(table)).toMatchObject({ endedAt: createdAt, leftOut })
})

it('keeps endpoints with their secrets, and disables those that have new ones', async () => {
  const source = await aTable()
  const folder = await anExport(source)
  const [known, unknown] = [await testTable(), await testTable()]
  await anImport(known, folder)
  const before = await listWebhookEndpoints(source, 'test')
  const sealedAgain = before.map((endpoint) => ({ ...endpoint, ...resealed }))
  expect(await listWebhookEndpoints(known, 'test')).toEqual(sealedAgain)
  await anImport(unknown, folder, { isNew: true })
  const disabled = { active: false, inactiveReason: 'moved', inactiveSince: createdAt }
  expect(await listWebhookEndpoints(unknown, 'test')).toEqual(
    sealedAgain.map((endpoint) => (endpoint.active ? { ...endpoint, ...disabled } : endpoint)),
  )
  expect(new Set(before.map(({ active }) => active))).toEqual(new Set([true, false]))
})

it('continues an export that was interrupted', async () => {
  const source = await aTable()
  const whole = await anExport(source)
  const folder = await aFolder()
  const onProgress = (rows: number) => {
    if (rows >= 40) throw new Error('killed')
  }
  await expect(anExport(source, { folder, onProgress })).rejects.toThrow('killed')
  // A file that was begun after the last complete one.
  await writeFile(join(folder, 'rows-00003.jsonl.gz'), 'begun')
  const table = await testTable()
  await expect(anImport(table, folder)).rejects.toThrow("isn't a complete export")
  await expect(anExport(await aTable(), { folder })).rejects.toThrow('of another table')
  const progress: number[] = []
  await anExport(source, { folder, onProgress: (rows) => progress.push(rows) })
  expect(progress[0]).toBeGreaterThan(40)
  expect(await contents(folder)).toEqual(await contents(whole))
  expect((await readManifest(folder)).checksum).toBe((await readManifest(whole)).checksum)
  await expect(anExport(source, { folder })).rejects.toThrow('has a complete export')
})

it('exports what belongs to one stop only', async () => {
  const source = await aTable()
  const folder = await aFolder()
  const stopAgain = async (seconds: number) => {
    const next = await knownDerivationIndices(source, 'live')
    await transact(source, [derivationResumption(source, 'live')])
    await transact(source, [derivationStop('live', next, later(seconds))])
  }
  const onProgress = () => {
    throw new Error('killed')
  }
  await expect(anExport(source, { folder, onProgress })).rejects.toThrow('killed')
  await stopAgain(1)
  await expect(anExport(source, { folder })).rejects.toThrow('New sessions were accepted since')
  const refused = aroundAwsCalls(
    async ({ operation }, send) => {
      if (operation === 'Scan') await stopAgain(2)
      return send()
    },
    () => anExport(source),
  )
  await expect(refused).rejects.toThrow('New sessions were accepted since')
})

it('continues an import that was interrupted, and replaces nothing that changed since', async () => {
  const source = await aTable()
  const folder = await anExport(source)
  const table = await testTable()
  const onProgress = (rows: number) => {
    if (rows >= 50) throw new Error('killed')
  }
  await expect(anImport(table, folder, { onProgress })).rejects.toThrow('killed')
  expect(await loadMovedData(table)).toMatchObject({ endedAt: null })
  const changed = (await allRows(table)).find((row) => row['pk']?.S?.startsWith('test#event#'))
  if (!changed) throw new Error('no event was imported')
  const Item = { ...changed, added: { S: 'since' } }
  await table.client.send(new PutItemCommand({ TableName: table.name, Item }))
  const progress: number[] = []
  const { files, endpoints } = await anImport(table, folder, {
    onProgress: (rows) => progress.push(rows),
  })
  const total = files.reduce((sum, { rows }) => sum + rows, 0)
  expect(progress[0]).toBeGreaterThan(50)
  const imported = await allRows(table)
  // With the note of what was moved.
  expect(imported).toHaveLength(total + endpoints.length + 1)
  expect(imported.filter((row) => 'added' in row)).toEqual([Item])
  await expect(anImport(table, folder)).rejects.toThrow('already been')
  await transact(source, [addition({ ...linkKeys.slug('later'), linkId: 'pl_1' })])
  const other = await anExport(source)
  await expect(anImport(table, other)).rejects.toThrow('Another export')
})

it('stops sessions in the new table before it has anything that they could be opened for', async () => {
  const folder = await anExport(await aTable())
  const table = await testTable()
  const first = aroundAwsCalls(
    async ({ operation, body }, send) => {
      if (operation === 'PutItem' && body.includes('evt_')) throw new Error('killed')
      return send()
    },
    () => anImport(table, folder),
  )
  await expect(first).rejects.toThrow('killed')
  for (const mode of modes) {
    const refused = { code: 'intake_stopped' }
    await expect(nextDerivationIndex(table, mode)).rejects.toMatchObject(refused)
  }
})

it('begins again without its notes, with the same result', async () => {
  const folder = await anExport(await aTable())
  const [dying, whole] = [await testTable(), await testTable()]
  const onProgress = () => {
    throw new Error('killed')
  }
  await expect(anImport(dying, folder, { onProgress })).rejects.toThrow('killed')
  for (const name of await readdir(folder)) {
    if (name.startsWith('import-')) await rm(join(folder, name))
  }
  await anImport(dying, folder)
  await anImport(whole, folder)
  const sorted = async (table: Table) => (await allRows(table)).map(rowText).toSorted()
  expect(await sorted(dying)).toEqual(await sorted(whole))
})

it('refuses a damaged or missing file, an unknown version and a table in use', async () => {
  const source = await aTable()
  const folder = await anExport(source)
  const used = await testTable()
  await transact(used, [addition({ ...linkKeys.slug('used'), linkId: 'pl_1' })])
  await expect(anImport(used, folder)).rejects.toThrow('The table is in use: it has slug#used')
  const target = await testTable()
  const file = join(folder, 'rows-00002.jsonl.gz')
  const bytes = await readFile(file)
  await writeFile(file, bytes.with(100, (bytes[100] ?? 0) ^ 1))
  await expect(anImport(target, folder)).rejects.toThrow(
    'rows-00002.jsonl.gz is damaged or missing',
  )
  await writeFile(file, bytes.subarray(0, -1))
  await expect(anImport(target, folder)).rejects.toThrow(
    'rows-00002.jsonl.gz is damaged or missing',
  )
  await rm(file)
  await expect(anImport(target, folder)).rejects.toThrow(
    'rows-00002.jsonl.gz is damaged or missing',
  )
  await writeFile(file, bytes)
  const manifest = join(folder, 'manifest.json')
  const text = await readFile(manifest, 'utf8')
  await writeFile(manifest, text.replace('"version": 1', '"version": 2'))
  await expect(anImport(target, folder)).rejects.toThrow('has format 2')
  await writeFile(manifest, text.replace('https://shop.example/', 'https://evil.example/'))
  await expect(anImport(target, folder)).rejects.toThrow('manifest.json is damaged')
  await rm(manifest)
  await expect(anImport(target, folder)).rejects.toThrow("isn't a complete export")
  expect(await allRows(target)).toEqual([])
})

it.each([
  [null, 'is of an unreleased state'],
  ['0.10.0', 'needs Quittance 0.10.0 or newer'],
])('refuses the export of a table whose lowest release is %s', async (lowestRelease, problem) => {
  const source = await aTable()
  const changes: object = { lowestRelease }
  await transact(source, [settingsUpdate('live', changes)])
  const target = await testTable()
  await expect(anImport(target, await anExport(source))).rejects.toThrow(problem)
  expect(await allRows(target)).toEqual([])
})

it('says what to do about notes that are damaged', async () => {
  const folder = await anExport(await aTable())
  const table = await testTable()
  const onProgress = () => {
    throw new Error('killed')
  }
  await expect(anImport(table, folder, { onProgress })).rejects.toThrow('killed')
  const notes = (await readdir(folder)).find((name) => name.startsWith('import-')) ?? ''
  await writeFile(join(folder, notes), '{')
  const error = { name: 'OperateError', exitCode: 1 }
  await expect(anImport(table, folder)).rejects.toMatchObject({
    ...error,
    message: expect.stringContaining('Remove it, and run the import again'),
  })
  const begun = await aFolder()
  await writeFile(join(begun, 'export-progress.json'), '{}')
  await expect(anExport(await aTable(), { folder: begun })).rejects.toMatchObject({
    ...error,
    message: expect.stringContaining('Export to another folder'),
  })
})

it('exports only while new sessions are stopped, to an empty folder, and kinds that it knows', async () => {
  const running = await testTable()
  const folder = await aFolder()
  await expect(anExport(running, { folder })).rejects.toThrow('Stop new sessions first')
  await writeFile(join(folder, 'other'), '')
  const table = await aTable()
  await expect(anExport(table, { folder })).rejects.toThrow('is not empty')
  await transact(table, [addition({ pk: 'test#later', sk: 'secret' })])
  await expect(anExport(table)).rejects.toThrow("doesn't know what test#later is")
})
