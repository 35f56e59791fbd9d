import * as z from 'zod'
import { eachAtOnce } from '../../kernel/each-at-once.ts'
import { modes } from '../../kernel/mode.ts'
import { auditWrite } from '../../kernel/operation/audit.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import { hasSessionSince } from '../../payments/checkout-sessions/store/sessions-of-customer.ts'
import type { Customer } from '../../records/customers/rules/customer.ts'
import { customersByNumber } from '../../records/customers/store/customer-list.ts'
import { erasureBeginning } from '../../records/customers/store/erasures.ts'
import { loadRecentCustomers } from '../../records/customers/store/recent-customers.ts'

const erased = z.object({
  erased: z.int(),
  /** Where the next call continues; null once all customers were looked at. */
  next: z.int().nullable(),
})

export const eraseIdleCustomers = operatorOperation({
  name: 'erase-idle-customers',
  role: 'owner',
  command: 'customers erase-idle',
  dashboard: false,
  input: z.strictObject({
    mode: z.enum(modes),
    days: z
      .int()
      .min(1)
      .max(36_500)
      .meta({ examples: [730] }),
    /** The `next` of the previous call. */
    after: z.int().min(0).default(0),
  }),
  output: erased,
  touches: { table: 'write', administers: ['audit-log', 'erasures'] },
  limits: { timeoutSeconds: 60 },
  docs: { summary: 'Erase all customers who have had no session for a number of days' },
  /**
   * Goes through customers by their numbers; who came within the last minutes has none yet. Each is erased in a transaction
   * of its own, with its audit entry, so that an interrupted call can be repeated.
   */
  async run(services, { input: { mode, days, after }, findActor }) {
    const { table, now } = services
    const actor = await findActor()
    const since = new Date(now().getTime() - days * dayMs)
    const { numbers } = await loadRecentCustomers(table, mode)
    const last = Math.min(after + perCall, numbers.listed)
    const numbered = { first: last, last: after + 1 }
    const some = last > after ? await customersByNumber(table, mode, numbered) : []
    let count = 0
    await eachAtOnce(some, atOnce, async (customer) => {
      if (!(await isIdle(table, customer, since))) return
      const about = { mode, actor, action: 'customer.erase', target: customer.id } as const
      const entry = auditWrite(services, {
        ...about,
        ...{ note: '', outcome: '', details: {}, after: { idleDays: days } },
      })
      const writes = [...erasureBeginning(customer, now()), entry]
      if ((await transact(table, writes)).committed) count++
    })
    return { result: { erased: count, next: last < numbers.listed ? last : null } }
  },
})

/** Customers that one call looks at. */
const perCall = 250
const atOnce = 10
const dayMs = 86_400_000

async function isIdle(
  table: Table,
  { mode, id: customerId, erasedAt, createdAt }: Customer,
  since: Date,
): Promise<boolean> {
  if (erasedAt || createdAt >= since) return false
  return !(await hasSessionSince(table, { mode, customerId, since }))
}
