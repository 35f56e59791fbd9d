import * as z from 'zod'
import { ServiceError } from '../../kernel/errors.ts'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { timestamp } from '../../kernel/wire/primitives.ts'
import { dayAfter } from './rules/round.ts'
import { bookOrderWrite } from './store/book-rounds.ts'

const ordered = z.object({
  mode: z.enum(modes),
  requestedAt: timestamp,
  from: timestamp,
  /** Excluded. */
  to: timestamp,
})

export const orderBookAudit = operatorOperation({
  name: 'order-book-audit',
  role: 'operator',
  command: 'audit-books',
  group: 'books',
  input: z.strictObject({
    mode: z.enum(modes).default('live'),
    /** The first day in UTC, by the creation of sessions; the first there is by default. */
    from: z.iso.date().optional(),
    /** The last day, included; today by default. */
    to: z.iso.date().optional(),
  }),
  output: ordered,
  touches: { table: 'write', administers: ['book-order', 'audit-log'] },
  docs: {
    summary: 'Compare the books of every closed session of a period with the chains',
  },
  /** The function that reads the chains finds the order in the table, within five minutes. */
  async run({ now }, { input }) {
    const { mode } = input
    const requestedAt = now()
    const from = input.from === undefined ? beginning : new Date(input.from)
    const last = input.to === undefined ? requestedAt : new Date(input.to)
    if (last > requestedAt) throw invalid('to', 'The last day is in the future.')
    if (from > requestedAt) throw invalid('from', 'The first day is in the future.')
    const to = dayAfter(last)
    if (from >= to) throw invalid('to', 'The last day is before the first one.')
    return {
      changes: [
        {
          mode,
          action: 'books.audit',
          target: 'books',
          after: { from: from.toISOString(), to: to.toISOString() },
        },
      ],
      result: {
        mode,
        requestedAt: requestedAt.toISOString(),
        from: from.toISOString(),
        to: to.toISOString(),
      },
      writes: [bookOrderWrite(mode, { requestedAt, from, to })],
    }
  },
})

const beginning = new Date('2020-01-01')

function invalid(param: string, message: string): ServiceError {
  return new ServiceError('parameter_invalid', message, { param })
}
