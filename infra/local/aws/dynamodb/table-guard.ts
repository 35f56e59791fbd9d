import * as z from 'zod'
import type { FunctionRow } from '../../../function-row.ts'
import { type TableRight, type TableRights, tableRights } from '../../../table-rights.ts'
import type { Credential } from '../../credentials.ts'
import { accessKeyIdOf } from '../local-caller.ts'
import { WireError } from '../wire-error.ts'

export type TableCaller = { name: string; rights: TableRights }

/** By access key id; other callers, such as the instance itself, may do everything. */
export type TableCallers = ReadonlyMap<string, TableCaller>

/** Every function under its own credential, with the rights that its role has on AWS. */
export function tableCallers(
  functions: Readonly<Record<string, FunctionRow>>,
  credentialOf: (name: string) => Credential,
): TableCallers {
  const rows = Object.entries(functions).map(
    ([name, row]) => [credentialOf(name).accessKeyId, { name, rights: tableRights(row) }] as const,
  )
  return new Map(rows)
}

type Access = { action: string; partition: string; attributes: readonly string[] }

/**
 * Refuses what the caller's role would not allow on AWS. The signature isn't verified, only that the access key is one of
 * this folder: this finds what a row forgot to name, and protects nothing from who can read the folder.
 */
export function refuseForeignItems(
  callers: TableCallers,
  { authorization, operation, body }: { authorization: string; operation: string; body: Buffer },
): void {
  const caller = callerOf(callers, authorization)
  if (caller) refuseItems(caller, { operation, body })
}

/** Throws if the caller's rights don't cover each item that the request is about. */
export function refuseItems(
  { name, rights }: TableCaller,
  { operation, body }: { operation: string; body: Buffer },
): void {
  for (const access of accessesOf(operation, body)) {
    if (mayAccess(rights, access)) continue
    const { action, partition } = access
    const message = `User: ${name} is not authorized to perform: ${action} on items of ${partition}`
    throw new WireError('AccessDeniedException', message)
  }
}

/** The function that a request is of; undefined for another caller. */
export function callerOf(callers: TableCallers, authorization: string) {
  return callers.get(accessKeyIdOf({ authorization }) ?? '')
}

function mayAccess({ allowed, denied }: TableRights, access: Access): boolean {
  return allowed.some((right) => covers(right, access)) && !denied.some((r) => covers(r, access))
}

function covers(
  { actions, keys, without = [] }: TableRight,
  { action, partition, attributes }: Access,
): boolean {
  return (
    actions.some((each) => each === action) &&
    (!keys || keys.some((key) => matches(key, partition))) &&
    !without.some((name) => attributes.includes(name))
  )
}

function matches(pattern: string, partition: string): boolean {
  const [start = '', ...rest] = pattern.split('*')
  return rest.length > 0 ? partition.startsWith(start) : partition === pattern
}

const key = z.object({ pk: z.object({ S: z.string() }) })
const item = z.object({ Item: z.looseObject(key.shape) })
const keyed = z.object({
  Key: key,
  UpdateExpression: z.string().default(''),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
})
const keysOf = z.object({ Keys: z.array(key) })
const query = z.object({
  IndexName: z.string().optional(),
  KeyConditionExpression: z.string(),
  ExpressionAttributeValues: z.record(z.string(), z.looseObject({ S: z.string().optional() })),
})
const members = z.object({ TransactItems: z.array(z.record(z.string(), z.unknown())) })
const batch = z.object({ RequestItems: z.record(z.string(), keysOf) })

/** The items that a request is about, as IAM sees them. Indexes have no guarded items. */
function accessesOf(operation: string, body: Buffer): Access[] {
  const input: unknown = JSON.parse(body.toString('utf8'))
  switch (operation) {
    case 'TransactWriteItems':
      return members
        .parse(input)
        .TransactItems.flatMap((member) =>
          Object.entries(member).map(([kind, request]) => accessOf(actionOf(kind), request)),
        )
    case 'TransactGetItems':
      return members
        .parse(input)
        .TransactItems.flatMap((member) =>
          Object.values(member).map((request) => accessOf('GetItem', request)),
        )
    case 'BatchGetItem':
      return Object.values(batch.parse(input).RequestItems).flatMap(({ Keys }) =>
        Keys.map(({ pk }) => access(operation, pk.S)),
      )
    case 'DescribeTable':
      return [access(operation, '')]
    case 'Query':
      return queried(query.parse(input))
    default:
      return [accessOf(operation, input)]
  }
}

function actionOf(kind: string): string {
  return kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`
}

function accessOf(action: string, request: unknown): Access {
  const put = item.safeParse(request)
  if (put.success) return access(action, put.data.Item.pk.S, Object.keys(put.data.Item))
  const { Key, UpdateExpression, ExpressionAttributeNames } = keyed.parse(request)
  // Names without a placeholder, and keywords.
  const words = UpdateExpression.match(/(?<![#:\w])\w+/g) ?? []
  return access(action, Key.pk.S, [...words, ...Object.values(ExpressionAttributeNames)])
}

function queried({ IndexName, ...asked }: z.output<typeof query>): Access[] {
  const name = /=\s*(:\w+)/.exec(asked.KeyConditionExpression)?.[1] ?? ''
  const partition = IndexName ? '' : (asked.ExpressionAttributeValues[name]?.S ?? '')
  return [access('Query', partition)]
}

function access(action: string, partition: string, attributes: readonly string[] = []): Access {
  return { action: `dynamodb:${action}`, partition, attributes }
}
