import * as z from 'zod'
import { jsonText, moment } from '../../kernel/store/codecs.ts'
import { operatorKeys } from '../../kernel/store/operator-keys.ts'
import { readItem } from '../../kernel/store/read-item.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact, type Write } from '../../kernel/store/transact.ts'
import { addition, update } from '../../kernel/store/writes.ts'
import { type Step, stepStates, type Work, workStates } from '../rules/work.ts'
import { actorCodec } from './audit-log.ts'

const steps = z.array(
  z.object({ name: z.string(), of: z.string().nullable(), state: z.enum(stepStates) }),
)

const workCodec = z.object({
  id: z.string(),
  operation: z.string(),
  actor: actorCodec,
  state: z.enum(workStates),
  steps,
  result: jsonText(z.record(z.string(), z.unknown()).nullable()),
  problem: z
    .object({ code: z.string(), message: z.string(), param: z.string().nullable() })
    .nullable(),
  startedAt: moment,
  lateAt: moment,
})

const keptMs = 24 * 3_600_000

/** The write that stores it for a day. */
export function workCreation(work: Work): Write {
  const ttl = Math.ceil((work.lateAt.getTime() + keptMs) / 1000)
  return addition({
    ...operatorKeys.work(work.id),
    ...z.encode(workCodec, {
      ...work,
      steps: [...work.steps],
      result: work.result && { ...work.result },
    }),
    ttl,
  })
}

export function loadWork(table: Table, id: string): Promise<Work | undefined> {
  return readItem(table, operatorKeys.work(id), workCodec)
}

/** Takes work that nobody has begun; false if somebody has: Lambda may deliver an event twice. */
export async function beginWork(table: Table, id: string): Promise<boolean> {
  const begun = update(operatorKeys.work(id), { state: 'running' }, { state: 'waiting' })
  return (await transact(table, [begun])).committed
}

export async function saveSteps(table: Table, id: string, noted: readonly Step[]): Promise<void> {
  await transact(table, [update(operatorKeys.work(id), { steps: noted }, { state: 'running' })])
}

/** Stores how it ended. */
export async function endWork(
  table: Table,
  id: string,
  { state, result, problem }: Pick<Work, 'state' | 'result' | 'problem'>,
): Promise<void> {
  const ended = { state, result: JSON.stringify(result), problem }
  await transact(table, [update(operatorKeys.work(id), ended, { state: 'running' })])
}
