import * as z from 'zod'
import type { Decision } from '../../kernel/operation/commit.ts'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../../kernel/operation/operator-request.ts'
import type { Table } from '../../kernel/store/table.ts'
import { eitherMode, modesOf } from '../../kernel/wire/operator-input.ts'
import { listDestinations } from './store/notice-destinations.ts'
import { presentDestination, shownDestination } from './wire/notice-destination.ts'

const destinations = z.object({ destinations: z.array(shownDestination) })

export type DestinationList = z.infer<typeof destinations>

export const listNoticeDestinations = operatorOperation({
  name: 'list-notice-destinations',
  role: 'viewer',
  command: 'notices list',
  input: z.strictObject({ mode: eitherMode }),
  output: destinations,
  touches: { table: 'read' },
  docs: { summary: 'List where sale notices go, and whether they arrive' },
})

export async function runListNoticeDestinations(
  { table, now }: { table: Table; now: () => Date },
  { input }: OperatorInputOf<typeof listNoticeDestinations>,
): Promise<Decision<DestinationList>> {
  const found = await Promise.all(modesOf(input.mode).map((mode) => listDestinations(table, mode)))
  const at = now()
  return { result: { destinations: found.flat().map((each) => presentDestination(each, at)) } }
}
