import { planConcurrency } from '../../../infra/aws/concurrency-plan.ts'
import { functions } from '../../../infra/functions.ts'
import { modes } from '../../../shared/kernel/mode.ts'
import { type Counts, plus, times } from '../counts.ts'
import { count, measured, metricsOf } from '../meter.ts'
import { assumptions } from '../prices.ts'
import type { World } from '../world.ts'

const hoursPerMonth = 720

/** A month without sessions, from a measured hour of everything that runs by the clock. */
export async function idleMonth(world: World): Promise<{ used: Counts; metrics: number }> {
  // In the first hour, nodes are probed for the first time.
  await hour(world)
  const metrics = metricsOf()
  const hourly = times(await measured(() => hour(world)), hoursPerMonth)
  const used = plus(hourly, await rarely(world))
  const polls = Object.values(planConcurrency(ordinaryQuota).batches)
    .map(pollsOf)
    .reduce((all, each) => all + each)
  const standing: Counts = { sqsRequests: polls, kmsKeyMonths: 1 }
  return { used: plus(used, standing), metrics: metrics() }
}

/** Concurrent functions: the default quota of an account that is not new. */
const ordinaryQuota = 1000

function pollsOf(maximumConcurrency: number | null): number {
  const { limited, unlimited } = assumptions.pollers
  return (maximumConcurrency === null ? unlimited : limited) * 3 * 60 * hoursPerMonth
}

async function hour(world: World): Promise<void> {
  let minutes = 0
  await world.pass(3600, async () => {
    for (const run of scheduled) {
      if (run.everyMinutes > 60 || minutes % run.everyMinutes > 0) continue
      await start(world, run)
    }
    minutes += 1
  })
}

/** Everything that runs less often than once an hour, in a month. */
async function rarely(world: World): Promise<Counts> {
  let used: Counts = {}
  for (const run of scheduled.filter(({ everyMinutes }) => everyMinutes > 60)) {
    const once = await measured(() => start(world, run))
    used = plus(used, times(once, (hoursPerMonth * 60) / run.everyMinutes))
  }
  return used
}

async function start(world: World, { name, event }: (typeof scheduled)[number]): Promise<void> {
  count('eventBridgeEvents')
  await world.invoke(name, event)
}

/** The rules that the stacks create: one for each mode, or one for both. */
const scheduled = Object.entries(functions).flatMap(([name, { trigger }]) => {
  if (trigger.kind !== 'schedule') return []
  const everyMinutes = Math.ceil(trigger.everySeconds / 60)
  const events = trigger.perMode ? modes.map((mode) => ({ mode })) : [{}]
  return events.map((event) => ({ name, everyMinutes, event }))
})
