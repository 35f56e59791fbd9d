import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { eitherMode, modesOf } from '../../kernel/wire/operator-input.ts'
import { listDestinations } from './store/notice-destinations.ts'
import { presentDestination, shownDestination } from './wire/notice-destination.ts'

const destinations = z.object({ destinations: z.array(shownDestination) })

export const listNoticeDestinations = operatorOperation({
  name: 'list-notice-destinations',
  role: 'viewer',
  command: 'notices list',
  input: z.strictObject({ mode: eitherMode }),
  output: destinations,
  touches: { table: 'read' },
  docs: { summary: 'List where sale notices go, and whether they arrive' },
  async run({ table, now }, { input }) {
    const found = await Promise.all(
      modesOf(input.mode).map((mode) => listDestinations(table, mode)),
    )
    const at = now()
    return { result: { destinations: found.flat().map((each) => presentDestination(each, at)) } }
  },
})
