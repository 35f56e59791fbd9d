import { setTimeout } from 'node:timers/promises'
import { S3Client } from '@aws-sdk/client-s3'
import { OperateError } from '../../operate/operate-error.ts'
import { readContext } from '../read-context.ts'
import { readSettings } from '../settings.ts'
import { stacksToDelete } from '../stack-names.ts'
import { type Confirmation, confirmation, type Terminal } from './confirm.ts'
import { deleteBucket, pageBuckets } from './delete-buckets.ts'
import { deleteStack, existingStacks, type FoundStack } from './delete-stacks.ts'
import { deleteData, type KeptData, keptData, keptLines, withoutTables } from './kept-data.ts'

type Found = {
  prefix: string
  region: string
  stacks: readonly FoundStack[]
  buckets: readonly string[]
  data: KeptData | undefined
}

const pause = (milliseconds: number) => setTimeout(milliseconds)

/** Deletes a deployment, but not its tables and key unless `--delete-data` says so. */
export async function destroy(args: readonly string[], terminal: Terminal): Promise<void> {
  const { print } = terminal
  const s3 = new S3Client()
  const found = await find(args, s3)
  const { prefix, region, stacks, buckets, data } = found
  if (stacks.length + buckets.length === 0) return print(`${prefix} has no stacks in ${region}.`)
  for (const line of planned(found)) print(line)
  const asking = confirmation(terminal)
  const names = await tablesToDelete(args, found, asking).finally(asking.close)
  for (const stack of stacks) {
    print(`Deleting ${stack.name} in ${stack.region}`)
    await deleteStack(stack, pause)
  }
  for (const bucket of buckets) await deleteBucket(s3, bucket)
  if (data) await deleteData(data, { names, region, pause })
  for (const line of report(found, names)) print(line)
}

async function find(args: readonly string[], s3: S3Client): Promise<Found> {
  const context = await readContext(args)
  const settings = readSettings((name) => context[name])
  const { prefix } = settings
  const region = await s3.config.region()
  const stacks = await existingStacks(stacksToDelete(prefix, region))
  const foundation = stacks.find(({ name }) => name === `${prefix}-foundation`)
  const data = foundation && (await keptData(foundation, settings))
  return { prefix, region, stacks, buckets: await pageBuckets(s3, prefix), data }
}

function planned({ prefix, region, stacks, buckets, data }: Found): string[] {
  return [
    `This deletes ${prefix} in ${region}: nobody can pay, and nothing is swept any more. Sweep the money first.`,
    ...stacks.map(({ name, region: of }) => `  stack   ${name} (${of})`),
    ...buckets.map((name) => `  bucket  ${name}, with the pages`),
    ...(data ? [`Unless you pass --delete-data, ${tablesOf(data)} and the key are kept.`] : []),
  ]
}

/** After a restore there are two, of which the first is in use. */
function tablesOf({ tables }: KeptData): string {
  const [inUse, unused] = tables.map(({ name }) => name)
  if (unused === undefined) return `the table ${inUse}`
  return `the table in use, ${inUse}, the stack's own, ${unused},`
}

/** The names of the tables that are to be deleted, too. Throws if the owner changes their mind. */
async function tablesToDelete(
  args: readonly string[],
  { prefix, data }: Found,
  { confirm }: Confirmation,
): Promise<string[]> {
  const option = args.find((arg) => /^--delete-data(=|$)/.test(arg))
  const all = data?.tables.map(({ name }) => name) ?? []
  const named = option?.split('=')[1]?.split(',')
  const unknown = named?.find((name) => data && !all.includes(name))
  if (unknown !== undefined) {
    const existing = all.length === 1 ? `the table is ${all}` : `the tables are ${all.join(', ')}`
    throw new OperateError(`--delete-data names ${unknown}, but ${existing}.`)
  }
  if (!args.includes('--yes')) await confirm(`Type ${prefix} to delete it:`, prefix)
  if (option === undefined || !data) return []
  if (named !== undefined) return named
  const lost = 'All payments, and what is encrypted: the mnemonics must be on paper.'
  const names = all.join(',')
  const question = `Type ${names} to delete ${all.length === 1 ? 'the table' : 'the tables'}, too:`
  await confirm(`${lost} ${question}`, names)
  return all
}

function report({ prefix, region, data }: Found, deleted: readonly string[]): string[] {
  const always = `API Gateway's logging role, which other APIs in this account may use, and log groups of uploads: nearly nothing. The vault ${prefix}-backups-…: nothing while it is empty, else 0.10 USD a month per GB of each backup.`
  const left = data && withoutTables(data, deleted)
  const withTables = deleted.length > 0 ? ` with ${deleted.join(' and ')}` : ''
  return [
    `${prefix} was deleted${withTables}.${left?.isKeyDeleted ? keyDeleted : ''} What is left in ${region}:`,
    ...(left ? keptLines(left) : []),
    always,
  ]
}

const keyDeleted =
  ' The key is deleted in 30 days; until then, aws kms cancel-key-deletion keeps it.'
