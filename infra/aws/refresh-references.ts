import { OperateError } from '../operate/operate-error.ts'
import { type Place, readReferences, type StaleReference } from './read-references.ts'
import type { Settings } from './settings.ts'

/**
 * Throws an `OperateError` if functions use a table or a key that the foundation no longer has. A deployment would give
 * some of them an empty table, while others continue with the one that has the payments.
 */
export async function requireSameData(
  place: Place,
  { tableName, keyArn }: Pick<Settings, 'tableName' | 'keyArn'>,
): Promise<void> {
  const { stale } = await readReferences(place)
  const table = stale.find(({ name }) => name === 'table' && tableName === undefined)
  const key = stale.find(({ name }) => name === 'key' && keyArn === undefined)
  const lost = [table, key].flatMap((each) => each ?? [])
  const [first] = lost
  if (!first) return
  const kept = {
    ...(table && { tableName: table.used.split('/').at(-1) }),
    ...(key && { keyArn: key.used }),
  }
  const used = lost.map(({ name, used }) => `the ${name} ${used}`).join(' and ')
  throw new OperateError(
    `${first.stack} uses ${used}, which ${place.prefix}-foundation does not have: that stack was deleted or replaced. AWS keeps table and key unless somebody deleted them, too. To continue with them, add to cdk.context.json: ${JSON.stringify(kept)}. To start with an empty table instead, run npm run destroy first.`,
  )
}

/** Deploys one stack and no other, with more context. */
export type Redeploy = (stack: string, context: Readonly<Record<string, string>>) => Promise<void>

/**
 * Updates CloudFront if it still uses an API that was replaced, which CloudFormation doesn't notice. Throws an
 * `OperateError` if it still does afterwards.
 */
export async function refreshReferences(place: Place, redeploy: Redeploy): Promise<void> {
  const { stale, present } = await readReferences(place)
  const [first] = stale.filter(isOfApi)
  if (!first) return
  const { table: _table, key: _key, ...ids } = present
  const context = { apiIds: JSON.stringify(ids) }
  console.warn(`Note: ${explained(first)} It is deployed again.\n`)
  await redeploy(first.stack, context)
  const [left] = (await readReferences(place)).stale.filter(isOfApi)
  if (!left) return
  throw new OperateError(
    `${explained(left)} Run: npx cdk deploy ${left.stack} --exclusively -c apiIds='${context.apiIds}'`,
  )
}

function isOfApi({ name }: StaleReference): boolean {
  return name !== 'table' && name !== 'key'
}

function explained({ stack, name, used }: StaleReference): string {
  return `${stack} still sends requests to the API ${used}, which is not that of the ${name} stack any more.`
}
