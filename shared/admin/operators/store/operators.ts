import * as z from 'zod'
import { roles } from '../../../kernel/roles.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition, replacement } from '../../../kernel/store/writes.ts'
import type { Operator } from '../rules/operator.ts'
import { operatorKeys } from './keys.ts'

const operatorCodec = z.lazy(() =>
  z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(roles),
    hasSecondFactor: z.boolean(),
    passwordAlone: z.boolean(),
    signInsSince: moment,
    createdAt: moment,
    version: z.int(),
  }),
)

const staffCodec = z.object({ version: z.int() })

/** All operators, and the version of the set of them: it changes with their emails and roles. */
export type Staff = { operators: Operator[]; version: number }

export function loadOperator(table: Table, id: string): Promise<Operator | undefined> {
  return readItem(table, operatorKeys.operator(id), operatorCodec)
}

/** The oldest first (consistent). The version is read first: who changes the set on what was read after it was first. */
export async function loadStaff(table: Table): Promise<Staff> {
  const staff = await readItem(table, operatorKeys.staff(), staffCodec)
  const { pk: partition } = operatorKeys.operator('')
  const operators = await queryAll(table, { partition }, operatorCodec)
  const byAge = (a: Operator, b: Operator) => a.createdAt.getTime() - b.createdAt.getTime()
  return { operators: operators.toSorted(byAge), version: staff?.version ?? 0 }
}

/** The write that every change of emails and roles includes; its condition fails if another such change came first. */
export function staffChange({ version }: Pick<Staff, 'version'>): Write {
  const Item = { ...operatorKeys.staff(), version: version + 1 }
  return version === 0 ? addition(Item) : replacement(Item, version)
}

/** The write that adds an operator; its condition fails if the id is taken. */
export function operatorCreation(operator: Operator): Write {
  return addition(itemOf(operator))
}

/** The write that changes an operator; its condition fails if another change came first. */
export function operatorChange(
  operator: Operator,
  changes: Partial<Omit<Operator, 'id' | 'version'>> = {},
): Write {
  const { version } = operator
  return replacement(itemOf({ ...operator, ...changes, version: version + 1 }), version)
}

/** The write that removes an operator; its condition fails if another change came first. */
export function operatorRemoval(operator: Operator): Write {
  return { Delete: { Key: operatorKeys.operator(operator.id), ...atVersion(operator) } }
}

/** The write whose condition fails if the operator or the credentials changed since they were read. */
export function operatorUnchanged(operator: Operator): Write {
  return { ConditionCheck: { Key: operatorKeys.operator(operator.id), ...atVersion(operator) } }
}

function itemOf(operator: Operator) {
  return { ...operatorKeys.operator(operator.id), ...z.encode(operatorCodec, operator) }
}

function atVersion({ version }: Operator) {
  return {
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': version },
  }
}
