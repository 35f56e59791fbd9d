import * as z from 'zod'
import { chainById } from '../../chain/chains.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { listNetworkOffers } from '../../payments/networks/store/networks.ts'
import { derivationGap } from '../../payments/wallet/rules/derivation-gap.ts'
import {
  derivationStop,
  firstLostIndex,
  knownDerivationIndices,
  loadStop,
} from '../../payments/wallet/store/derivation-counter.ts'
import {
  highestCustomerNumber,
  replaceNumbers,
} from '../../records/customers/store/customer-numbers.ts'
import { loadRecentCustomers } from '../../records/customers/store/recent-customers.ts'
import {
  countedEndpoints,
  endpointCountCorrection,
  listWebhookEndpoints,
} from '../../records/outbox/store/webhook-endpoints.ts'
import { loadStoredSettings, settingsUpdate } from '../../records/settings/store/settings.ts'
import { loadMovedData } from '../moving/store/moved-data.ts'
import { backupTime } from './backup-time.ts'

const counter = z.object({ name: z.string(), before: z.int(), after: z.int() })

const intakeStop = z.object({
  mode: z.enum(modes),
  /** Whether an earlier call stopped it. */
  wasStopped: z.boolean(),
  /** The first derivation index that may have been assigned unknown to this table. */
  searchFrom: z.int(),
  counters: z.array(counter),
  /** When the table was backed up: what was swept since then may be missing. */
  backedUpAt: z.iso.datetime(),
  /** Chains that moved data needs and that are not connected, so nothing can be searched on them. */
  notConnected: z.array(z.object({ chainId: z.int(), chain: z.string() })).default([]),
})

export type IntakeStop = z.infer<typeof intakeStop>

export const stopIntake = operatorOperation({
  name: 'stop-intake',
  role: 'owner',
  command: 'restore',
  dashboard: false,
  input: z.strictObject({ mode: z.enum(modes), dryRun: z.boolean().default(false) }),
  output: intakeStop,
  touches: {
    table: 'write',
    describesTable: true,
    administers: ['settings', 'derivation-indices', 'audit-log'],
  },
  docs: {
    summary:
      'After a restore: pause sessions and changes, skip what may have been assigned, and resume',
  },
  /**
   * Refuses merchants' and operators' changes within seconds, stops the counter of deposit addresses at once, moves it 10,000 on, and corrects the other counters by what the table has.
   * Repeating it changes nothing more.
   */
  async run(services, { input: { mode, dryRun } }) {
    const { table, now } = services
    const stop = await loadStop(table, mode)
    const next = stop?.next ?? (await knownDerivationIndices(table, mode))
    const from = stop?.stoppedNext ?? next
    const endpoints = await endpointsOf(table, mode)
    const { intakeStoppedAt } = await loadStoredSettings(table, mode)
    const result: IntakeStop = {
      mode,
      wasStopped: stop !== undefined,
      searchFrom: Math.max(0, (await firstLostIndex(table, mode)) - derivationGap),
      counters: [
        { name: 'deposit addresses', before: from, after: stop ? next : next + derivationGap },
        endpoints,
        await customersOf(services, mode, dryRun),
      ],
      backedUpAt: (await backupTime(services, mode)).toISOString(),
      notConnected: await notConnected(table, mode),
    }
    const isCounted = endpoints.before === endpoints.after
    const writes = [
      ...(stop ? [] : [derivationStop(mode, next, now())]),
      ...(intakeStoppedAt ? [] : [settingsUpdate(mode, { intakeStoppedAt: now().toISOString() })]),
      ...(isCounted ? [] : [endpointCountCorrection(mode, endpoints.before, endpoints.after)]),
    ]
    if (dryRun || writes.length === 0) return { result, changes: [] }
    const after = Object.fromEntries(result.counters.map((each) => [each.name, each.after]))
    const before = Object.fromEntries(result.counters.map((each) => [each.name, each.before]))
    return {
      result,
      writes,
      changes: [{ mode, action: 'restore.stop', target: 'intake', before, after }],
    }
  },
})

type Services = { table: Table; now: () => Date }

async function notConnected(table: Table, mode: Mode): Promise<IntakeStop['notConnected']> {
  const [moved, offers] = await Promise.all([loadMovedData(table), listNetworkOffers(table, mode)])
  const needed = moved?.leftOut.networks.filter((each) => each.mode === mode) ?? []
  return needed
    .filter(({ chainId }) => offers.every((offer) => offer.chainId !== chainId))
    .map(({ chainId }) => ({ chainId, chain: chainById(chainId)?.name ?? 'chain' }))
}

async function endpointsOf(table: Table, mode: Mode): Promise<z.infer<typeof counter>> {
  const [before, endpoints] = await Promise.all([
    countedEndpoints(table, mode),
    listWebhookEndpoints(table, mode),
  ])
  return { name: 'webhook endpoints', before, after: endpoints.length }
}

/** Customers are numbered without gaps, so a number that was given must not be given again. */
async function customersOf(
  { table, now }: Services,
  mode: Mode,
  dryRun: boolean,
): Promise<z.infer<typeof counter>> {
  const [{ numbers: before }, highest] = await Promise.all([
    loadRecentCustomers(table, mode),
    highestCustomerNumber(table, mode),
  ])
  const given = Math.max(before.given, highest)
  const numbers = { given, listed: Math.max(before.listed, highest), changedAt: now() }
  // If the numbering continues meanwhile, it reads and keeps what it needs itself.
  if (given > before.given && !dryRun) await replaceNumbers(table, mode, { numbers, before })
  return { name: 'customers', before: before.given, after: given }
}
