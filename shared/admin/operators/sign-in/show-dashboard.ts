import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { visitorOperation } from '../../../kernel/operation/visitor-operation.ts'
import { roles } from '../../../kernel/roles.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { listPayoutWallets } from '../../../money/payout-wallets/store/payout-wallets.ts'
import { listNetworkOffers } from '../../../payments/networks/store/networks.ts'
import { type Instance, loadInstance } from '../../../records/settings/store/instance.ts'
import { hasRequiredFactors } from '../rules/operator.ts'
import { withoutPayout } from '../rules/setup-progress.ts'
import { loadStaff } from '../store/operators.ts'
import { loadSetupProgress } from '../store/setup-progress.ts'
import { readSignIn } from '../store/sign-ins.ts'

const steps = [
  'owner',
  'sign-in',
  'second-factor',
  'wallet',
  'networks',
  'payouts',
  'done',
] as const

const dashboard = z.object({
  /** Whether the instance has an owner. */
  claimed: z.boolean(),
  /** Whether it has a wallet. */
  isSetUp: z.boolean(),
  step: z.enum(steps),
  /** Null if nobody is signed in. */
  operator: z
    .object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(roles) })
    .nullable(),
  /** Whether the operator has the second factor that signing in needs. A local instance's operator needs none. */
  hasSecondFactor: z.boolean(),
  /** Whether it is an instance on one machine, with play money. */
  isLocal: z.boolean(),
})

type Dashboard = z.infer<typeof dashboard>
type Step = Dashboard['step']

export const showDashboard = visitorOperation({
  name: 'show-dashboard',
  input: z.strictObject({}),
  output: dashboard,
  touches: { table: 'read' },
  docs: { summary: 'Show who is signed in, and what has to be done next' },
  /** Every page calls it first, so it only reads: a failing write can't lock anybody out. */
  async run({ table, now, isLocal }, { cookie }) {
    const [found, staff, instance] = await Promise.all([
      readSignIn(table, cookie, now()),
      loadStaff(table),
      loadInstance(table),
    ])
    const known = { claimed: staff.operators.length > 0, isSetUp: instance !== undefined, isLocal }
    if (!found) {
      const step: Step = known.claimed ? 'sign-in' : 'owner'
      return { result: { ...known, step, ...nobody } }
    }
    const { operator } = found
    const { id, name, email, role } = operator
    const isReady = hasRequiredFactors(operator)
    return {
      result: {
        ...known,
        step: isReady ? await stepOfSetup(table, instance) : 'second-factor',
        operator: { id, name, email, role },
        hasSecondFactor: isReady,
      },
    }
  },
})

const nobody = { operator: null, hasSecondFactor: false } as const

async function stepOfSetup(table: Table, instance: Instance | undefined): Promise<Step> {
  if (!instance) return 'wallet'
  const list = async <Row>(read: (table: Table, mode: Mode) => Promise<Row[]>) =>
    (await Promise.all(modes.map((mode) => read(table, mode)))).flat()
  const [networks, payoutWallets, progress] = await Promise.all([
    list(listNetworkOffers),
    list(listPayoutWallets),
    loadSetupProgress(table),
  ])
  if (networks.length === 0) return 'networks'
  if (instance.watchOnly) return 'done'
  return withoutPayout(networks, payoutWallets, progress).missing.length > 0 ? 'payouts' : 'done'
}
