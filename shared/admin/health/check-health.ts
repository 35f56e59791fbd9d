import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { timestamp } from '../../kernel/wire/primitives.ts'
import { inTime } from '../../records/prices/in-time.ts'
import { type PriceHealth, priceStates } from '../../records/prices/rules/price-health.ts'
import type { CostSoFar } from '../statistics/rules/cost-so-far.ts'
import { healthServices } from './health-services.ts'
import { type Findings, findHealth, type HealthServices } from './health-subjects.ts'
import {
  check,
  type HealthCheck,
  type HealthSubject,
  healthReasons,
  healthStates,
  healthSubjects,
} from './rules/health-check.ts'

const usd = z.string()

const health = z.object({
  mode: z.enum(modes),
  /** This instance's clock, for comparison. */
  checkedAt: timestamp,
  /** The running version, such as `0.2.0 1a2b3c4`. */
  release: z.string(),
  /** The most urgent first. */
  checks: z.array(
    z.object({
      state: z.enum(healthStates),
      reason: z.enum(healthReasons),
      of: z.string(),
      details: z.record(z.string(), z.string()),
    }),
  ),
  /** The prices needed so far; empty if they could not be checked. */
  prices: z.array(
    z.object({
      pair: z.string(),
      price: z.string().nullable(),
      /** When the sources agreed on it. */
      at: timestamp,
      state: z.enum(priceStates),
      sources: z.array(z.object({ source: z.string(), price: z.string(), updatedAt: timestamp })),
    }),
  ),
  /** An estimate of AWS's bill for this month so far, for both modes; null if it could not be checked. */
  cost: z
    .object({
      from: z.string(),
      paid: z.int(),
      abandoned: z.int(),
      paidUsd: usd,
      abandonedUsd: usd,
      idleUsd: usd,
      totalUsd: usd,
    })
    .nullable(),
})

export type Health = z.infer<typeof health>

export const checkHealth = operatorOperation({
  name: 'check-health',
  role: 'viewer',
  command: 'health',
  input: z.strictObject({ mode: z.enum(modes).default('live') }),
  output: health,
  touches: {
    table: 'read',
    countsDeadLetters: ['webhook-deliveries'],
    readsQuota: true,
    readsAlarms: true,
    knowsRelease: true,
  },
  docs: { summary: 'Check whether everything works in a mode, and what to do where it doesn’t' },
  needs: healthServices,
  /** Each subject has its own deadline, and one that fails is a finding of its own, so none hides the others. */
  async run(services: Services, { input: { mode } }) {
    const found = await Promise.all(
      healthSubjects.map((subject) =>
        inItsTime(services, subject, findHealth[subject](services, mode)),
      ),
    )
    const checks = found.flatMap((one) => one.checks)
    const [cost] = found.flatMap((one) => one.cost ?? [])
    const result = {
      mode,
      checkedAt: services.now().toISOString(),
      release: services.release,
      checks: checks.toSorted((a, b) => severity[a.state] - severity[b.state]).map(presented),
      prices: found.flatMap((one) => one.prices ?? []).map(presentedPrice),
      cost: cost ? presentedCost(cost) : null,
    }
    return { result }
  },
})

type Services = HealthServices & {
  report: (message: string, error: unknown) => void
  /** Per check. */
  deadlineMs?: number
}

const severity = { bad: 0, warn: 1, ok: 2 } as const

async function inItsTime(
  { report, deadlineMs = 5_000 }: Services,
  subject: HealthSubject,
  finding: Promise<Findings>,
): Promise<Findings> {
  try {
    return await inTime(finding, { who: `the check of ${subject}`, milliseconds: deadlineMs })
  } catch (error) {
    report('check-health', error)
    return { checks: [check('warn', 'check_failed', { of: subject })] }
  }
}

function presented({ details, ...rest }: HealthCheck): Health['checks'][number] {
  return { ...rest, details: { ...details } }
}

function presentedPrice({ at, sources, ...rest }: PriceHealth): Health['prices'][number] {
  const shown = sources.map(({ source, price, updatedAt }) => ({
    source,
    price,
    updatedAt: updatedAt.toISOString(),
  }))
  return { ...rest, at: at.toISOString(), sources: shown }
}

function presentedCost({ from, paid, abandoned, ...usd }: CostSoFar): NonNullable<Health['cost']> {
  const { paidUsd, abandonedUsd, idleUsd, totalUsd } = usd
  return {
    from,
    paid,
    abandoned,
    paidUsd: paidUsd.toFixed(2),
    abandonedUsd: abandonedUsd.toFixed(2),
    idleUsd: idleUsd.toFixed(2),
    totalUsd: totalUsd.toFixed(2),
  }
}
