import { newId, type RandomBytes } from '../../kernel/ids.ts'
import { shardsToWrite } from '../../kernel/index-shards.ts'
import type { Mode } from '../../kernel/mode.ts'
import { wordsOf } from '../../kernel/search-words.ts'
import { shardOf } from '../../kernel/store/shards.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { wordWrites } from '../../kernel/store/words.ts'
import type { Settings } from '../settings/rules/settings.ts'
import {
  customerCreation,
  customerUpdate,
  findCustomerId,
  touchCustomer,
} from './store/customers.ts'

export type RecordCustomerDeps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  settings: (mode: Mode) => Promise<Settings>
}

/** The customer of an email, and the writes that create them, if they are new. */
export type Visitor = { mode: Mode; id: string; isKnown: boolean; creation: Write[] }

/**
 * Finds the customer of an email. A new one is found by the words of email and name. The creation joins the transaction for which the email was given. If one of its
 * conditions fails, another request has just created the customer, whom the next attempt finds.
 */
export async function findVisitor(
  { table, now, randomBytes, settings }: RecordCustomerDeps,
  { mode, email, name }: { mode: Mode; email: string; name: string },
): Promise<Visitor> {
  const [known, { indexShards }] = await Promise.all([
    findCustomerId(table, mode, email),
    settings(mode),
  ])
  if (known !== undefined) return { mode, id: known, isKnown: true, creation: [] }
  const at = now()
  const id = newId('customer', at, randomBytes)
  const customer = { id, mode, email, metadata: null, createdAt: at, updatedAt: at }
  const shard = shardOf(id, shardsToWrite(indexShards, at))
  const words = wordWrites({ mode, kind: 'customer', id, shard }, email, name)
  const creation = [...customerCreation(customer, shard, wordsOf(name)), ...words]
  return { mode, id, isKnown: false, creation }
}

/**
 * The writes that change a customer, who is also found by the name that they give; earlier names still find them. A
 * condition fails if the customer was erased meanwhile, or doesn't match `onlyIf`.
 */
export function namedUpdate(
  { mode, id }: Pick<Visitor, 'mode' | 'id'>,
  { name, ...changes }: Parameters<typeof customerUpdate>[1] & { name: string },
  { onlyIf }: Pick<NonNullable<Parameters<typeof customerUpdate>[2]>, 'onlyIf'> = {},
): Write[] {
  const options = { nameWords: wordsOf(name), ...(onlyIf && { onlyIf }) }
  return [
    customerUpdate({ mode, id }, changes, options),
    ...wordWrites({ mode, kind: 'customer', id }, name),
  ]
}

/** Records that a customer returned, once the transaction is committed. */
export async function noteReturn(
  { table, now }: Pick<RecordCustomerDeps, 'table' | 'now'>,
  visitor: Visitor,
): Promise<void> {
  if (visitor.isKnown) await touchCustomer(table, visitor, now())
}
