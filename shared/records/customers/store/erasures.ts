import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact, type Write } from '../../../kernel/store/transact.ts'
import { addition, update } from '../../../kernel/store/writes.ts'
import type { Customer } from '../rules/customer.ts'
import { erasedEmail } from '../rules/erased-email.ts'
import type { Erasure } from '../rules/erasure.ts'
import { customerKeys } from './keys.ts'

const erasureCodec = z.lazy(() =>
  z.object({
    mode: z.enum(modes),
    customerId: z.string(),
    email: z.string(),
    startedAt: moment,
    after: z.string().nullable(),
    isWalked: z.boolean(),
    open: z.array(z.string()).readonly(),
  }),
)

/**
 * The writes that erase the customer's own item and free their email, and that record the remaining work. Their
 * conditions fail if the customer was erased meanwhile.
 */
export function erasureBeginning({ mode, id, email }: Customer, at: Date): Write[] {
  const erased = { email: erasedEmail(id), metadata: null, updatedAt: at.toISOString() }
  const { Update } = update(customerKeys.customer(mode, id), {
    ...erased,
    erasedAt: at.toISOString(),
  })
  const erasure: Erasure = {
    ...{ mode, customerId: id, email, startedAt: at },
    ...{ after: null, isWalked: false, open: [] },
  }
  return [
    {
      Update: {
        ...Update,
        ConditionExpression: `${Update.ConditionExpression} AND attribute_not_exists(erasedAt)`,
      },
    },
    { Delete: { Key: customerKeys.customerEmail(mode, email) } },
    addition({ ...customerKeys.erasure(mode, id), ...z.encode(erasureCodec, erasure) }),
  ]
}

/** The erasures of a mode that are not done (consistent). */
export function listErasures(table: Table, mode: Mode): Promise<Erasure[]> {
  return queryAll(table, { partition: customerKeys.erasure(mode, '').pk }, erasureCodec)
}

type Progress = Pick<Erasure, 'after' | 'isWalked' | 'open'>

/** Notes how far an erasure is. Returns false, without a change, if another run was first. */
export async function noteErasure(
  table: Table,
  { mode, customerId, after }: Erasure,
  progress: Progress,
): Promise<boolean> {
  const { isWalked, open } = progress
  const values = { after: progress.after, isWalked, open: [...open] }
  const write = update(customerKeys.erasure(mode, customerId), values, { after })
  return (await transact(table, [write])).committed
}

const named = z.object({ nameWords: z.set(z.string()).default(new Set()) })

/** The words of all names that the customer ever gave. */
export async function nameWordsOf(
  table: Table,
  { mode, customerId }: Pick<Erasure, 'mode' | 'customerId'>,
): Promise<ReadonlySet<string>> {
  const item = await readItem(table, customerKeys.customer(mode, customerId), named)
  return item?.nameWords ?? new Set()
}

/** Forgets an erasure that is done, and those words. */
export async function endErasure(
  table: Table,
  { mode, customerId }: Pick<Erasure, 'mode' | 'customerId'>,
): Promise<void> {
  await transact(table, [
    {
      Update: {
        Key: customerKeys.customer(mode, customerId),
        UpdateExpression: 'REMOVE nameWords',
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    { Delete: { Key: customerKeys.erasure(mode, customerId) } },
  ])
}
