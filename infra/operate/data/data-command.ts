import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { beginDataExport } from '../../../shared/admin/moving/begin-data-export.ts'
import { beginDataImport } from '../../../shared/admin/moving/begin-data-import.ts'
import { passphraseBox } from '../../../shared/admin/moving/passphrase-box.ts'
import { listWallets } from '../../../shared/payments/wallet/list-wallets.ts'
import type { CallOperator } from '../call-operator.ts'
import { type Command, noTable, type OpenTable, type Outcome } from '../command.ts'
import { readArgs } from '../input-options.ts'
import { usageError } from '../operate-error.ts'
import { exportedText, importedText, plannedText } from './data-text.ts'
import { exportData } from './export-data.ts'
import { importData } from './import-data.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { planImport } from './plan-import.ts'

export const dataCommands: readonly Command[] = [
  {
    operation: beginDataExport,
    usage: '--to FOLDER [--passphrase -] [--table NAME]',
    run: runExport,
  },
  {
    operation: beginDataImport,
    usage: '--from FOLDER [--passphrase -] [--new-webhook-secrets] [--dry-run]',
    run: runImport,
  },
]

const now = () => new Date()
const onProgress = (rows: number) => void process.stderr.write(`\r${rows} rows`)

/** `--table` names a copy of the instance's table, such as one that was restored to the moment of the stop. */
async function runExport(
  call: CallOperator,
  args: readonly string[],
  openTable: OpenTable = noTable,
): Promise<Outcome> {
  const { values } = readArgs(args, {
    to: { type: 'string' },
    passphrase: { type: 'string' },
    table: { type: 'string' },
  })
  const { to, passphrase } = values
  if (to === undefined) throw usageError('data export needs --to: a new folder.')
  const { tableName, secrets } = await call(beginDataExport, { passphrase })
  const table = await openTable(values.table ?? tableName)
  try {
    const folder = resolve(to)
    const manifest = await exportData({ table, folder, now, secrets, onProgress })
    const { next } = await call(listWallets, {})
    return { data: { ...dataOf(manifest), next }, text: exportedText(manifest, next) }
  } finally {
    table.client.destroy()
  }
}

/** Everything that can be refused is refused before the first write. */
async function runImport(
  call: CallOperator,
  args: readonly string[],
  openTable: OpenTable = noTable,
): Promise<Outcome> {
  const { folder, dryRun, ...given } = readImportArgs(args)
  const manifest = await readManifest(folder)
  const secrets = await readSecrets(folder, manifest)
  if (secrets && given.passphrase === undefined && !given.newSecrets) throw passphraseMissing()
  const input = { endpoints: endpointsOf(manifest), secrets, passphrase: given.passphrase }
  const { tableName } = await call(beginDataImport, { ...input, dryRun: true })
  const table = await openTable(tableName)
  try {
    const plan = await planImport(table, folder, manifest)
    const hasSecrets = secrets !== null && given.passphrase !== undefined
    if (dryRun) return { data: dataOf(manifest), text: plannedText(manifest, hasSecrets) }
    const { endpoints } = await call(beginDataImport, { ...input, dryRun: false })
    await importData({ table, folder, manifest, plan, now, secrets: endpoints, onProgress })
    return { data: dataOf(manifest), text: importedText(manifest, hasSecrets) }
  } finally {
    table.client.destroy()
  }
}

function readImportArgs(args: readonly string[]) {
  const { values } = readArgs(args, {
    from: { type: 'string' },
    passphrase: { type: 'string' },
    'new-webhook-secrets': { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  })
  if (values.from === undefined) throw usageError('data import needs --from: the folder.')
  const newSecrets = values['new-webhook-secrets'] ?? false
  return {
    folder: resolve(values.from),
    passphrase: newSecrets ? undefined : values.passphrase,
    newSecrets,
    dryRun: values['dry-run'] ?? false,
  }
}

async function readSecrets(folder: string, { secrets }: Manifest) {
  if (!secrets) return null
  return passphraseBox.parse(JSON.parse(await readFile(join(folder, secrets.name), 'utf8')))
}

const endpointName = z.object({
  mode: z.object({ S: z.string() }),
  id: z.object({ S: z.string() }),
})

function endpointsOf({ endpoints }: Manifest): { mode: string; id: string }[] {
  return z
    .array(endpointName)
    .parse(endpoints)
    .map(({ mode, id }) => ({ mode: mode.S, id: id.S }))
}

function dataOf({ counts, leftOut, checksum }: Manifest) {
  return { counts, leftOut, checksum }
}

function passphraseMissing(): Error {
  return usageError(
    'The export has the secrets of webhooks: add --passphrase -, or --new-webhook-secrets to leave them out.',
  )
}
