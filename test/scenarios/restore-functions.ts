import { terminalDoor } from '../../functions/pipelines/operator/terminal-door.ts'
import { listApiKeys, runListApiKeys } from '../../shared/api-keys/list-api-keys.ts'
import { listOperators, runListOperators } from '../../shared/operators/people/list-operators.ts'
import {
  cancelPayoutWallet,
  runCancelPayoutWallet,
} from '../../shared/payout-wallets/cancel-payout-wallet.ts'
import {
  runListPayoutWallets,
  showPayoutWallets,
} from '../../shared/payout-wallets/list-payout-wallets.ts'
import {
  cancelIntegrationChange,
  runCancelIntegrationChange,
} from '../../shared/providers/change-integration.ts'
import { listIntegrations, runListIntegrations } from '../../shared/providers/list-integrations.ts'
import { adoptAddresses, runAdoptAddresses } from '../../shared/restore/adopt-addresses.ts'
import { findLostSweeps, runFindLostSweeps } from '../../shared/restore/find-lost-sweeps.ts'
import { resumeIntake, runResumeIntake } from '../../shared/restore/resume-intake.ts'
import { runStopIntake, stopIntake } from '../../shared/restore/stop-intake.ts'
import {
  checkSkippedAddresses,
  runCheckSkippedAddresses,
} from '../../shared/wallet/check-skipped-addresses.ts'
import {
  listEndpointStates,
  runListEndpointStates,
} from '../../shared/webhooks/list-endpoint-states.ts'
import { askDirectly } from '../chain-fixture.ts'
import { someSettings } from '../factories.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { newSeenPayoutWallets } from '../seen-payout-wallets.ts'
import { sealedText } from '../webhook-fixture.ts'
import type { EngineHarness } from './engine-harness.ts'

type OperatorFunction = (event: unknown) => Promise<unknown>

/** What `restore` calls in the terminal, by function name, but for the check of a session. */
export async function restoreFunctions(
  { table, clock, chain }: EngineHarness,
  addressAt: (index: number) => string,
): Promise<Map<string, OperatorFunction>> {
  const seenPayoutWallets = await newSeenPayoutWallets()
  const wallet = { walletId: 'wallet-1', firstIndex: 0, searchFrom: 0, addressAt }
  const services = {
    ...{ table, now: clock, randomBytes: seededBytes('restore'), region: 'us-east-1' },
    isLocal: false,
    // The terminal needs no proof.
    verifyProof: async () => undefined,
    ...{ ask: askDirectly, chains: async () => [chain.client] },
    settings: async () => someSettings(),
    depositWallets: async () => ({ newest: wallet, all: [wallet] }),
  }
  const sealing = {
    sealPayoutWallet: async (text: string) => sealedText(text),
    onPayoutWalletChange: () => undefined,
    seenPayoutWallets,
  }
  return new Map<string, OperatorFunction>([
    [
      'operator-list-payout-wallets',
      terminalDoor(showPayoutWallets, runListPayoutWallets, services),
    ],
    [
      'operator-cancel-payout-wallet',
      terminalDoor(cancelPayoutWallet, runCancelPayoutWallet, { ...services, ...sealing }),
    ],
    ['operator-list-integrations', terminalDoor(listIntegrations, runListIntegrations, services)],
    [
      'operator-cancel-integration-change',
      terminalDoor(cancelIntegrationChange, runCancelIntegrationChange, services),
    ],
    ['operator-list-operators', terminalDoor(listOperators, runListOperators, services)],
    ['operator-list-api-keys', terminalDoor(listApiKeys, runListApiKeys, services)],
    [
      'operator-list-endpoint-states',
      terminalDoor(listEndpointStates, runListEndpointStates, services),
    ],
    ['operator-stop-intake', terminalDoor(stopIntake, runStopIntake, services)],
    ['operator-find-lost-sweeps', terminalDoor(findLostSweeps, runFindLostSweeps, services)],
    ['operator-adopt-addresses', terminalDoor(adoptAddresses, runAdoptAddresses, services)],
    ['operator-resume-intake', terminalDoor(resumeIntake, runResumeIntake, services)],
    [
      'operator-check-skipped-addresses',
      terminalDoor(checkSkippedAddresses, runCheckSkippedAddresses, services),
    ],
  ])
}
