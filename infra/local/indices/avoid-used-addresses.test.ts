import { expect, it, onTestFinished } from 'vitest'
import { serve } from '../../../functions/schedules/avoid-used-addresses.ts'
import { setUpInstance } from '../../../shared/admin/setup/set-up-instance.ts'
import { transact } from '../../../shared/kernel/store/transact.ts'
import { accountKeys } from '../../../shared/payments/wallet/keys/account-keys.ts'
import { deriveDepositAddress } from '../../../shared/payments/wallet/keys/derive-deposit-address.ts'
import { derivationStart } from '../../../shared/payments/wallet/store/derivation-counter.ts'
import { startTestChain } from '../../../test/chain-fixture.ts'
import { hex } from '../../../test/scenarios/engine-harness.ts'
import { serviceFunctions } from '../../../test/service-functions.ts'
import { backUp, restoreBackup } from '../../../test/table-backup.ts'
import { lambdasOf, terminal } from '../../../test/terminal.ts'
import hdAddresses from '../../../test/vectors/hd-addresses.json' with { type: 'json' }
import { openParameters } from '../aws/ssm/parameters.ts'
import { testDataDir } from '../aws/test-data-dir.ts'
import { avoidUsedAddresses, findsIn } from './avoid-used-addresses.ts'

const mnemonic = hdAddresses.vectors[0]?.mnemonic ?? ''

it('stops new sessions if a folder finds addresses in use, is put back, and finds them again', async () => {
  const chain = await startTestChain()
  onTestFinished(chain.stop)
  const { table, config } = await serviceFunctions({}, { 31337: [chain.rpcUrl] })
  const parameters = await openParameters(await testDataDir())
  onTestFinished(parameters.close)
  const run = serve(config)
  const invoke = async (_: string, event: unknown) => run(JSON.parse(JSON.stringify(event)))
  const deps = { invoke, finds: findsIn(parameters, 'a-key'), now: () => new Date() }
  const avoid = () => avoidUsedAddresses(deps, 'test')
  // There is no wallet yet.
  expect(await avoid()).toEqual({ outcome: 'unused' })
  await terminal(lambdasOf(config)).call(setUpInstance, {
    mnemonic,
    mnemonicIsNew: true,
    searchSeconds: 0,
    baseUrl: 'https://pay.example.com',
    owner: { email: 'owner@example.com', password: 'correct horse battery' },
  })
  await transact(table, [derivationStart(table, 'test', 1_000)])
  const before = await backUp(table)
  await chain.mintUsdc(hex(deriveDepositAddress(accountKeys(mnemonic).test, 1_500)), 5n)
  await chain.mine()
  expect(await avoid()).toEqual({ outcome: 'skipped', highest: 1_500 })
  await restoreBackup(table, before)
  expect(await avoid()).toEqual({ outcome: 'stopped', highest: 1_500 })
})
