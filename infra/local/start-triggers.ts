import { type Mode, modes } from '../../shared/kernel/mode.ts'
import { consumedQueues, type FunctionRow, type ModeQueue } from '../function-row.ts'
import { functions } from '../functions.ts'
import { deleteExpired } from './aws/dynamodb/delete-expired.ts'
import type { LocalConfig } from './config.ts'
import { pollQueue } from './events/poll-queue.ts'
import { runSchedule } from './events/run-schedule.ts'
import type { Foundation } from './foundation.ts'
import type { FunctionHost } from './functions/function-host.ts'
import type { Shutdown } from './shutdown.ts'
import type { Services } from './start-services.ts'

type Input = {
  config: LocalConfig
  foundation: Foundation
  services: Services
  host: FunctionHost
  shutdown: Shutdown
}

/** Starts the queues and schedules, which invoke functions, and the deletion of expired items. */
export function startTriggers(input: Input): void {
  startDeleting(input)
  const rows: [string, FunctionRow][] = Object.entries(functions)
  for (const [name, { trigger }] of rows) {
    if (trigger.kind === 'queue') {
      for (const queue of consumedQueues(trigger)) startQueue(input, { name, ...trigger }, queue)
    }
    if (trigger.kind !== 'schedule') continue
    const events = trigger.perMode ? modes.map((mode) => ({ mode })) : [undefined]
    for (const event of events) startSchedule(input, { name, ...trigger }, event)
  }
}

type QueueTrigger = FunctionRow['trigger'] & { kind: 'queue'; name: string }

function startQueue(
  { foundation, services, host, shutdown }: Input,
  { name, batchSize, maxConcurrency }: QueueTrigger,
  queue: ModeQueue,
): void {
  const onProblem = (text: string) => foundation.log.write('queues', text)
  const poller = pollQueue(
    { sqs: services.sqsClient, invoke: host.invoke, onProblem },
    {
      queueName: queue,
      queueUrl: services.sqs.queueUrl(queue),
      functionName: name,
      batchSize,
      maxConcurrency,
    },
  )
  shutdown.add('triggers', poller.stop)
}

type ScheduleTrigger = FunctionRow['trigger'] & { kind: 'schedule'; name: string }

/** Items that couldn't be deleted are deleted the next time. */
function startDeleting({ config, foundation, services, shutdown }: Input): void {
  const now = () => new Date()
  const run = () =>
    deleteExpired(services.table, now()).catch((error: unknown) =>
      foundation.log.write('dynamodb', `expired items: ${error}`),
    )
  const schedule = runSchedule(
    { invoke: run, now },
    {
      functionName: 'time to live',
      everySeconds: 3_600,
      alsoAtStart: false,
      ...(config.clock && { longestSleepMs: 1_000 }),
    },
  )
  shutdown.add('triggers', schedule.stop)
}

/** Tests and demos can set another interval for functions that run every minute. */
function startSchedule(
  { config, host, shutdown }: Input,
  trigger: ScheduleTrigger,
  event: { mode: Mode } | undefined,
): void {
  const { name, everySeconds: ordinary, alsoAtStart = false } = trigger
  const everySeconds = ordinary === 60 ? (config.scheduleSeconds ?? ordinary) : ordinary
  const schedule = runSchedule(
    { invoke: host.invoke, now: () => new Date() },
    {
      functionName: name,
      everySeconds,
      alsoAtStart,
      event,
      ...(config.clock && { longestSleepMs: 1_000 }),
    },
  )
  shutdown.add('triggers', schedule.stop)
}
