import * as z from 'zod'
import { roles } from '../../../kernel/roles.ts'
import { actorCodec } from '../../../kernel/store/audit-log.ts'
import { innerMap, jsonText, moment } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact, type Write } from '../../../kernel/store/transact.ts'
import { addition, update, upsert } from '../../../kernel/store/writes.ts'
import { words } from '../../../kernel/wire/words.ts'
import { type Step, stepStates, type Work, workStates } from '../../../kernel/work.ts'
import { operatorKeys } from './keys.ts'

const steps = z.array(
  innerMap({ name: z.string(), of: z.string().nullable(), state: z.enum(stepStates) }),
)

export const workProblem = z.lazy(() =>
  z.object({
    code: z.string(),
    message: z.string(),
    param: z.string().nullable(),
    words: words.optional(),
  }),
)

const workCodec = z.object({
  id: z.string(),
  operation: z.string(),
  target: z.string().default(''),
  actor: actorCodec,
  role: z.enum(roles).default('owner'),
  state: z.enum(workStates),
  input: z.string().nullable().default(null),
  steps,
  result: jsonText(z.record(z.string(), z.unknown()).nullable()),
  problem: workProblem.nullable(),
  startedAt: moment,
  lateAt: moment,
})

const keptMs = 24 * 3_600_000

/** The writes that store work for a day, as the latest of its operation about its target. */
export function workCreation(work: Work): Write[] {
  const ttl = Math.ceil((work.lateAt.getTime() + keptMs) / 1000)
  const created = addition({
    ...operatorKeys.work(work.id),
    ...z.encode(workCodec, {
      ...work,
      steps: [...work.steps],
      result: work.result && { ...work.result },
    }),
    ttl,
  })
  const { operation, target, id } = work
  const latest = { ...operatorKeys.latestWork(operation, target), ...z.encode(latestCodec, { id }) }
  return [created, upsert({ ...latest, ttl })]
}

const latestCodec = z.object({ id: z.string() })

export function loadWork(table: Table, id: string): Promise<Work | undefined> {
  return readItem(table, operatorKeys.work(id), workCodec)
}

/** Returns the latest work of an operation about a target; undefined a day after its deadline. */
export async function findLatestWork(
  table: Table,
  { operation, target }: Pick<Work, 'operation' | 'target'>,
): Promise<Work | undefined> {
  const latest = await readItem(table, operatorKeys.latestWork(operation, target), latestCodec)
  return latest && loadWork(table, latest.id)
}

/** Claims work that nobody has begun, with its input; false if somebody has: Lambda may deliver an event twice. */
export async function beginWork(table: Table, id: string): Promise<boolean> {
  const begun = update(
    operatorKeys.work(id),
    { state: 'running', input: null },
    { state: 'waiting' },
  )
  return (await transact(table, [begun])).committed
}

export async function saveSteps(table: Table, id: string, noted: readonly Step[]): Promise<void> {
  await transact(table, [update(operatorKeys.work(id), { steps: noted }, { state: 'running' })])
}

/** Stores the outcome. */
export async function endWork(
  table: Table,
  id: string,
  { state, result, problem }: Pick<Work, 'state' | 'result' | 'problem'>,
): Promise<void> {
  const ended = { state, result: JSON.stringify(result), problem }
  await transact(table, [update(operatorKeys.work(id), ended, { state: 'running' })])
}
