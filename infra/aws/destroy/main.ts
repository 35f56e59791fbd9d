import { setTimeout } from 'node:timers/promises'
import { S3Client } from '@aws-sdk/client-s3'
import { OperateError } from '../../operate/operate-error.ts'
import { callerProblem } from '../account-limits.ts'
import { readContext } from '../read-context.ts'
import { readSettings } from '../settings.ts'
import { type Confirmation, confirmation } from './confirm.ts'
import { deleteBucket, pageBuckets } from './delete-buckets.ts'
import { deleteStack, existingStacks, type FoundStack } from './delete-stacks.ts'
import { deleteData, type KeptData, keptData, keptLines } from './kept-data.ts'
import { stacksToDelete } from './stack-names.ts'

type Found = {
  prefix: string
  region: string
  stacks: readonly FoundStack[]
  buckets: readonly string[]
  data: KeptData | undefined
}

const pause = (milliseconds: number) => setTimeout(milliseconds)

/** Deletes a deployment, but not its table and key unless `--delete-data` says so. */
async function destroy(args: readonly string[]): Promise<string[]> {
  const s3 = new S3Client()
  const found = await find(args, s3)
  const { prefix, region, stacks, buckets, data } = found
  if (stacks.length + buckets.length === 0) return [`${prefix} has no stacks in ${region}.`]
  for (const line of planned(found)) console.log(line)
  const asking = confirmation()
  const isDataDeleted = await isConfirmed(args, found, asking).finally(asking.close)
  for (const stack of stacks) {
    console.log(`Deleting ${stack.name} in ${stack.region}`)
    await deleteStack(stack, pause)
  }
  for (const bucket of buckets) await deleteBucket(s3, bucket)
  if (isDataDeleted && data) await deleteData(data, { region, pause })
  return report(found, isDataDeleted)
}

async function find(args: readonly string[], s3: S3Client): Promise<Found> {
  const context = await readContext(args)
  const { prefix } = readSettings((name) => context[name])
  const region = await s3.config.region()
  const stacks = await existingStacks(stacksToDelete(prefix, region))
  const foundation = stacks.find(({ name }) => name === `${prefix}-foundation`)
  const data = foundation && (await keptData(foundation))
  return { prefix, region, stacks, buckets: await pageBuckets(s3, prefix), data }
}

function planned({ prefix, region, stacks, buckets, data }: Found): string[] {
  return [
    `This deletes ${prefix} in ${region}: nobody can pay, and nothing is swept any more. Sweep the money first.`,
    ...stacks.map(({ name, region: of }) => `  stack   ${name} (${of})`),
    ...buckets.map((name) => `  bucket  ${name}, with the pages`),
    ...(data
      ? [`Unless you pass --delete-data, the table ${data.tableName} and its key are kept.`]
      : []),
  ]
}

/** Whether the data is to be deleted, too. Throws if the owner changes their mind. */
async function isConfirmed(
  args: readonly string[],
  { prefix, data }: Found,
  { confirm }: Confirmation,
): Promise<boolean> {
  const option = args.find((arg) => /^--delete-data(=|$)/.test(arg))
  const named = option?.split('=')[1]
  if (data && named !== undefined && named !== data.tableName) {
    throw new OperateError(`--delete-data names ${named}, but the table is ${data.tableName}.`)
  }
  if (!args.includes('--yes')) await confirm(`Type ${prefix} to delete it:`, prefix)
  if (option === undefined || !data) return false
  if (named === undefined) {
    const lost = 'All payments, and what is encrypted: the mnemonics must be on paper.'
    await confirm(`${lost} Type ${data.tableName} to delete the table, too:`, data.tableName)
  }
  return true
}

function report({ prefix, region, data }: Found, isDataDeleted: boolean): string[] {
  const always = `API Gateway's logging role, which other APIs in this account may use, and log groups of uploads: nearly nothing. With backupDays, the vault ${prefix}-backups-…: 0.10 USD a month per GB of each backup.`
  if (!data) return [`${prefix} was deleted. What is left in ${region}:`, always]
  if (!isDataDeleted)
    return [`${prefix} was deleted. What is left in ${region}:`, ...keptLines(data), always]
  return [
    `${prefix} was deleted with its table. The key is deleted in 30 days; until then, aws kms cancel-key-deletion keeps it. What is left in ${region}:`,
    always,
  ]
}

try {
  for (const line of await destroy(process.argv.slice(2))) console.log(line)
} catch (error) {
  const problem = error instanceof OperateError ? error : callerProblem(error)
  if (!problem) throw error
  console.error(`\n${problem.message}`)
  process.exitCode = problem.exitCode
}
