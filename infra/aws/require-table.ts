import { type DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb'
import { OperateError } from '../operate/operate-error.ts'
import { describeStack } from './describe-stack.ts'
import { resourceOf } from './destroy/delete-stacks.ts'
import type { Place } from './read-references.ts'
import { presentOutput } from './references.ts'
import { requireRelease } from './require-release.ts'
import { readTable, tableProblems } from './table-problems.ts'

type Wanted = {
  tableName: string | undefined
  /** The table that the owner has confirmed to switch to. */
  switchTable: string | undefined
}

/**
 * Throws an `OperateError` if a deployment would have the functions use another table than now without the owner's
 * confirmation, one that doesn't have what they need, or one that this release can't read. A table with an earlier
 * counter would assign addresses twice.
 */
export async function requireTable(
  place: Place,
  { tableName, switchTable }: Wanted,
  client: DynamoDBClient,
): Promise<void> {
  const deployed = await deployedTables(place)
  const next = tableName ?? deployed?.own
  if (next === undefined) return
  const present = deployed?.inUse
  if (present !== undefined && present !== next && switchTable !== next) {
    throw new OperateError(switches({ prefix: place.prefix, present, next, tableName }))
  }
  const found = await readTable(client, next).catch(unlessMissing)
  if (!found) throw new OperateError(missing(next, place))
  // CloudFormation keeps the indexes and settings of the stack's own.
  const problems = next === deployed?.own ? [] : tableProblems(found)
  if (problems.length > 0) {
    throw new OperateError(
      [`The table ${next} can't be used yet. Nothing was deployed.`, ...problems].join('\n'),
    )
  }
  await requireRelease(client, next)
}

/** Undefined until a deployment has succeeded: a stack that was rolled back has no outputs, and maybe no table. */
async function deployedTables({ prefix, region }: Place) {
  const foundation = { name: `${prefix}-foundation`, region }
  const found = await describeStack(region, foundation.name)
  const inUse = found?.outputs[presentOutput('table')]?.split('/').at(-1)
  if (inUse === undefined) return undefined
  return { own: await resourceOf(foundation, 'AWS::DynamoDB::Table'), inUse }
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof ResourceNotFoundException)) throw error
}

function missing(name: string, { region }: Place): string {
  return `There is no table ${name} in ${region}. Nothing was deployed. Check tableName in the context.`
}

type Switch = {
  prefix: string
  present: string
  next: string
  tableName: string | undefined
}

function switches({ prefix, present, next, tableName }: Switch): string {
  const reason =
    tableName === undefined ? 'the context has no tableName' : `tableName is ${tableName}`
  return `${prefix} uses the table ${present}, but ${reason}, so this deployment would switch to ${next}. What ${present} has would be missing, and its addresses could be assigned again. Nothing was deployed. To stay, set "tableName": "${present}" in cdk.context.json, and in the copy that your CI has. To switch, run npm run deploy -- --switch-table=${next}, and then npm run operate -- restore (docs/back-up-and-recover.md, "Back up and restore").`
}
