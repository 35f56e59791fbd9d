import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { withoutKey } from '../../kernel/operation/merchant-request.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { listLimit } from '../../kernel/wire/operator-input.ts'
import { eventTypes } from '../../records/outbox/rules/event.ts'
import { listEvents } from './list-events.ts'
import { event } from './wire/event.ts'

export const findEvents = operatorOperation({
  name: 'find-events',
  role: 'viewer',
  command: 'events list',
  input: z.strictObject({
    mode: z.enum(modes),
    type: z.enum(eventTypes).optional(),
    sessionId: z.string().max(100).optional(),
    limit: listLimit,
    /** The last event of the previous page. */
    after: z.string().max(100).optional(),
  }),
  output: z.object({ events: z.array(event), nextCursor: z.string().nullable() }),
  touches: { table: 'read' },
  docs: { summary: 'List events, newest first' },
  async run(services, { input: { mode, after, ...filter } }) {
    const query = { ...filter, starting_after: after }
    const { result } = await listEvents.run(services, { ...withoutKey, mode, query })
    return { result: { events: result.data, nextCursor: result.nextCursor } }
  },
})
