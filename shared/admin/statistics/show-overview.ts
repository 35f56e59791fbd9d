import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { formatDecimal, larger } from '../../kernel/money.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { listNetworkOffers } from '../../payments/networks/store/networks.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import { loadStoredSettings } from '../../records/settings/store/settings.ts'
import { awaitingSweep } from './awaiting-sweep.ts'
import { needsAttention } from './needs-attention.ts'
import { readStatistics } from './read-statistics.ts'
import type { DayStatistics, Volume } from './rules/day-statistics.ts'
import { type Overview, overview } from './wire/overview.ts'

export const showOverview = operatorOperation({
  name: 'show-overview',
  role: 'viewer',
  command: 'overview',
  input: z.strictObject({
    mode: z.enum(modes).default('live'),
    days: z.int().min(1).max(180).default(30).describe('how many days, today included'),
  }),
  output: overview,
  touches: { table: 'read' },
  docs: {
    summary: 'Show what was paid each day, what waits to be swept, and what needs a decision',
  },
  /** Its reads don't grow with the number of payments: about ten queries, and one per enabled chain. */
  async run(services, { input: { mode, days: count } }) {
    const { table, now } = services
    const chainIds = (await listNetworkOffers(table, mode)).map(({ chainId }) => chainId)
    const [settings, days, waiting, attention] = await Promise.all([
      loadStoredSettings(table, mode),
      readStatistics(services, mode, count),
      awaitingSweep(services, mode, chainIds),
      needsAttention(table, mode, chainIds),
    ])
    const newPayments = newPaymentsOf(settings)
    const at = now().toISOString()
    return { result: { mode, at, newPayments, days: days.map(presented), ...waiting, attention } }
  },
})

function newPaymentsOf({
  acceptNewPayments = true,
  intakeStoppedAt = null,
}: Partial<Settings>): Overview['newPayments'] {
  if (intakeStoppedAt !== null) return 'restoring'
  return acceptNewPayments ? 'accepted' : 'paused'
}

function presented({ day, counts, volumes }: DayStatistics): Overview['days'][number] {
  const ofCurrency = ([currency, { completed, late, lost, refunded }]: [string, Volume]) => ({
    currency,
    completed: decimal(completed),
    lost: decimal(lost > late ? lost - late : 0n),
    refunded: decimal(larger(0n, refunded)),
  })
  return { day, counts: { ...counts }, volumes: Object.entries(volumes).map(ofCurrency) }
}

function decimal(hundredths: bigint): string {
  return formatDecimal({ units: hundredths, scale: 2 })
}
