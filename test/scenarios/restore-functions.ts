import { getAddress } from 'viem'
import * as z from 'zod'
import { terminalDoor } from '../../functions/pipelines/operator/terminal-door.ts'
import { callingOperator } from '../../infra/operate/call-operator.ts'
import { operate } from '../../infra/operate/operate.ts'
import { OperateError } from '../../infra/operate/operate-error.ts'
import { listOperators } from '../../shared/admin/operators/people/list-operators.ts'
import { explainSession } from '../../shared/admin/payments/explain-session.ts'
import { adoptAddresses } from '../../shared/admin/restore/adopt-addresses.ts'
import { checkSkippedAddresses } from '../../shared/admin/restore/check-skipped-addresses.ts'
import { findLostSweeps } from '../../shared/admin/restore/find-lost-sweeps.ts'
import { resumeIntake } from '../../shared/admin/restore/resume-intake.ts'
import { stopIntake } from '../../shared/admin/restore/stop-intake.ts'
import type { ChainClient } from '../../shared/chain/open-chain.ts'
import { cancelIntegrationChange } from '../../shared/merchant/providers/change-integration.ts'
import { listIntegrations } from '../../shared/merchant/providers/list-integrations.ts'
import { listEndpointStates } from '../../shared/merchant/webhooks/endpoints/list-endpoint-states.ts'
import { cancelPayoutWallet } from '../../shared/money/payout-wallets/cancel-payout-wallet.ts'
import { showPayoutWallets } from '../../shared/money/payout-wallets/list-payout-wallets.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { listApiKeys } from '../../shared/records/api-keys/list-api-keys.ts'
import { askDirectly } from '../chain-fixture.ts'
import { someSettings } from '../factories.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { newSeenPayoutWallets } from '../seen-payout-wallets.ts'
import { sealedText } from '../webhook-fixture.ts'
import type { EngineHarness } from './engine-harness.ts'

type OperatorFunction = (event: unknown) => Promise<unknown>

/** Functions that `restore` invokes, by name, but for the check of a session. `swept`: where sweeps were sent. */
export async function restoreFunctions(
  { table, clock, chain }: EngineHarness,
  addressAt: (index: number) => string,
  swept: ChainClient = chain.client,
): Promise<Map<string, OperatorFunction>> {
  const seenPayoutWallets = await newSeenPayoutWallets()
  const wallet = { walletId: 'wallet-1', firstIndex: 0, searchFrom: 0, addressAt }
  const services = {
    table,
    now: clock,
    randomBytes: seededBytes('restore'),
    region: 'us-east-1',
    isLocal: false,
    // The terminal needs no proof.
    verifyProof: async () => undefined,
    ask: askDirectly,
    chains: async () => [chain.client],
    settings: async () => someSettings(),
    depositWallets: async () => ({ newest: wallet, all: [wallet] }),
  }
  const sealing = {
    sealPayoutWallet: async (text: string) => sealedText(text),
    onPayoutWalletChange: () => undefined,
    seenPayoutWallets,
  }
  return new Map<string, OperatorFunction>([
    ['operator-list-payout-wallets', terminalDoor(showPayoutWallets, services)],
    [
      'operator-cancel-payout-wallet',
      terminalDoor(cancelPayoutWallet, { ...services, ...sealing }),
    ],
    ['operator-list-integrations', terminalDoor(listIntegrations, services)],
    ['operator-cancel-integration-change', terminalDoor(cancelIntegrationChange, services)],
    ['operator-list-operators', terminalDoor(listOperators, services)],
    ['operator-list-api-keys', terminalDoor(listApiKeys, services)],
    ['operator-list-endpoint-states', terminalDoor(listEndpointStates, services)],
    ['operator-stop-intake', terminalDoor(stopIntake, services)],
    [
      'operator-find-lost-sweeps',
      terminalDoor(findLostSweeps, { ...services, chains: async () => [swept] }),
    ],
    ['operator-adopt-addresses', terminalDoor(adoptAddresses, services)],
    ['operator-resume-intake', terminalDoor(resumeIntake, services)],
    ['operator-check-skipped-addresses', terminalDoor(checkSkippedAddresses, services)],
  ])
}

const checked = z.object({ input: z.object({ id: z.string() }) })

type Restored = {
  /** Sessions whose addresses the wallet has; its other addresses are cheap to derive. */
  lost: readonly Pick<CheckoutSession, 'derivationIndex' | 'address'>[]
  sweptOn?: ChainClient
}

/** `restore` in the terminal, on the table as it is. */
export async function restoreTerminal(
  engine: EngineHarness,
  { lost, sweptOn }: Restored,
): Promise<(...args: string[]) => Promise<string>> {
  const { deps, recheckClosed, load } = engine
  const own = new Map(lost.map(({ derivationIndex, address }) => [derivationIndex, address]))
  const others = (index: number) => getAddress(`0x4242${index.toString(16).padStart(36, '0')}`)
  const addressAt = (index: number) => own.get(index) ?? others(index)
  const functions = await restoreFunctions(engine, addressAt, sweptOn)
  const respond = async (name: string, payload: unknown): Promise<unknown> => {
    if (name !== 'operator-check-session-now') return functions.get(name)?.(payload)
    const { id } = checked.parse(payload).input
    // The terminal throws this if a function fails.
    await recheckClosed(await load({ id, mode: 'test' })).catch((error: unknown) => {
      throw new OperateError(String(error))
    })
    return explainSession(deps, id)
  }
  const call = callingOperator(async (name, payload) =>
    JSON.parse(JSON.stringify(await respond(name, payload))),
  )
  return (...args) => operate(async () => call, ['restore', '--mode', 'test', ...args])
}
