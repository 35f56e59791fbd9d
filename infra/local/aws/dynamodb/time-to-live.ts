import * as z from 'zod'
import { readTable } from './buffered-store.ts'
import type { TableStore } from './table-store.ts'

export const updateTimeToLiveInput = z.object({
  TableName: z.string(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }),
})
type Specification = z.output<typeof updateTimeToLiveInput>['TimeToLiveSpecification']

const storedSpecification = updateTimeToLiveInput.shape.TimeToLiveSpecification.optional()

/** Takes the setting and reports it; nothing is deleted by it (on AWS an expired item can stay for days, too). */
export async function updateTimeToLive(
  { base, change }: TableStore,
  input: z.output<typeof updateTimeToLiveInput>,
): Promise<{ TimeToLiveSpecification: Specification }> {
  const specification = input.TimeToLiveSpecification
  await readTable(base, input.TableName)
  await change(async ({ note }) => note(keyOf(input.TableName), specification))
  return { TimeToLiveSpecification: specification }
}

export async function describeTimeToLive(
  { base }: TableStore,
  tableName: string,
): Promise<{ TimeToLiveDescription: Record<string, string> }> {
  await readTable(base, tableName)
  const specification = storedSpecification.parse(base.db.getSync(keyOf(tableName)))
  if (!specification?.Enabled) return { TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } }
  const { AttributeName } = specification
  return { TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName } }
}

function keyOf(tableName: string): string {
  return `time-to-live~${tableName}`
}
