import { setTimeout } from 'node:timers/promises'
import { S3Client } from '@aws-sdk/client-s3'
import { OperateError } from '../../operate/operate-error.ts'
import { readContext } from '../read-context.ts'
import { readSettings, type Settings } from '../settings.ts'
import { stacksToDelete } from '../stack-names.ts'
import { type Confirmation, confirmation, type Terminal } from './confirm.ts'
import { deleteBucket, pageBuckets } from './delete-buckets.ts'
import { deleteStack, existingStacks, type FoundStack } from './delete-stacks.ts'
import { deleteData, existingData, type KeptData, keptLines, withoutTables } from './kept-data.ts'
import { leftData } from './left-data.ts'
import { usedData, withoutUsed } from './used-data.ts'

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
  const { region, stacks, buckets, data } = found
  const isDataOnly = stacks.length + buckets.length === 0
  if (isDataOnly && !(data && deletionOption(args))) {
    for (const line of nothingToDelete(found)) print(line)
    return
  }
  for (const line of planned(found)) print(line)
  const asking = confirmation(terminal)
  const names = await tablesToDelete(args, found, asking).finally(asking.close)
  for (const stack of stacks) {
    print(`Deleting ${stack.name} in ${stack.region}`)
    await deleteStack(stack, pause)
  }
  for (const bucket of buckets) await deleteBucket(s3, bucket)
  if (data && names) await deleteData(data, { names, region, pause })
  for (const line of report(found, names)) print(line)
}

async function find(args: readonly string[], s3: S3Client): Promise<Found> {
  const context = await readContext(args)
  const settings = readSettings((name) => context[name])
  const { prefix } = settings
  const region = await s3.config.region()
  const stacks = await existingStacks(stacksToDelete(prefix, region))
  const name = `${prefix}-foundation`
  const foundation = stacks.find((stack) => stack.name === name)
  const data = foundation
    ? await presentData(foundation, settings)
    : await leftData({ name, region }, settings)
  return { prefix, region, stacks, buckets: await pageBuckets(s3, prefix), data }
}

/** Undefined if there is no table, or another deployment uses it. */
async function presentData(
  foundation: FoundStack,
  settings: Pick<Settings, 'tableName' | 'keyArn'>,
): Promise<KeptData | undefined> {
  const [data, used] = await Promise.all([
    existingData(foundation, settings),
    usedData(foundation.region, foundation.id),
  ])
  return data.tables.length === 0 ? undefined : withoutUsed(data, used)
}

/** Such as `--delete-data=TABLE`. */
function deletionOption(args: readonly string[]): string | undefined {
  return args.find((arg) => /^--delete-data(=|$)/.test(arg))
}

function nothingToDelete({ prefix, region, data }: Found): string[] {
  const noStacks = `${prefix} has no stacks in ${region}.`
  return data ? [`${noStacks} What is left:`, ...keptLines(data)] : [noStacks]
}

function planned({ prefix, region, stacks, buckets, data }: Found): string[] {
  return [
    stacks.length === 0
      ? `This deletes what is left of ${prefix} in ${region}.`
      : `This deletes ${prefix} in ${region}: nobody can pay, and nothing is swept any more. Sweep the money first.`,
    ...stacks.map(({ name, region: of }) => `  stack   ${name} (${of})`),
    ...buckets.map((name) => `  bucket  ${name}, with the pages`),
    ...(data ? [`Unless you pass --delete-data, ${dataOf(data)} kept.`] : []),
  ]
}

/** After a restore there are two tables, of which the first is in use. */
function dataOf({ tables }: KeptData): string {
  const [inUse, unused] = tables.map(({ name }) => name)
  if (inUse === undefined) return 'the key is'
  if (unused === undefined) return `the table ${inUse} and the key are`
  return `the table in use, ${inUse}, the stack's own, ${unused}, and the key are`
}

/**
 * The names of the tables that are to be deleted, too, without those that are gone; undefined if the data is kept.
 * Throws if the owner changes their mind.
 */
async function tablesToDelete(
  args: readonly string[],
  { prefix, data }: Found,
  { confirm }: Confirmation,
): Promise<string[] | undefined> {
  const option = deletionOption(args)
  const all = data?.tables.map(({ name }) => name) ?? []
  const named = option?.split('=')[1]?.split(',')
  const unknown = named?.find((name) => data && ![...all, data.goneTable].includes(name))
  if (unknown !== undefined) {
    throw new OperateError(`--delete-data names ${unknown}, but ${existing(all)}.`)
  }
  if (!args.includes('--yes')) await confirm(`Type ${prefix} to delete it:`, prefix)
  if (option === undefined || !data) return undefined
  if (named !== undefined) return named.filter((name) => all.includes(name))
  const lost = 'All payments, and what is encrypted: the mnemonics must be on paper.'
  const names = all.join(',') || `${data.ownKeyId}`
  await confirm(`${lost} Type ${names} to delete ${nounOf(all)}, too:`, names)
  return all
}

function existing(names: readonly string[]): string {
  if (names.length === 0) return 'no table is left'
  return names.length === 1 ? `the table is ${names}` : `the tables are ${names.join(', ')}`
}

function nounOf({ length }: readonly string[]): string {
  if (length === 0) return 'the key'
  return length === 1 ? 'the table' : 'the tables'
}

function report({ prefix, region, data }: Found, deleted: readonly string[] | undefined): string[] {
  const always = `API Gateway's logging role, which other APIs in this account may use, and log groups of uploads: nearly nothing. The vault ${prefix}-backups-…: nothing while it is empty, else 0.10 USD a month per GB of each backup.`
  const left = data && withoutTables(data, deleted)
  const withTables = deleted?.length ? ` with ${deleted.join(' and ')}` : ''
  return [
    `${prefix} was deleted${withTables}.${left?.isKeyDeleted ? keyDeleted : ''} What is left in ${region}:`,
    ...(left ? keptLines(left) : []),
    always,
  ]
}

const keyDeleted =
  ' The key is deleted in 30 days; until then, aws kms cancel-key-deletion keeps it.'
