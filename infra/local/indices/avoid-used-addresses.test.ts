import { expect, it, onTestFinished } from 'vitest'
import * as restore from '../../../functions/operator/restore.ts'
import * as setup from '../../../functions/operator/setup.ts'
import * as wallet from '../../../functions/operator/wallet.ts'
import { transact } from '../../../shared/kernel/store/transact.ts'
import { setUpInstance } from '../../../shared/operators/set-up-instance.ts'
import { accountKeys } from '../../../shared/wallet/keys/account-keys.ts'
import { deriveDepositAddress } from '../../../shared/wallet/keys/derive-deposit-address.ts'
import {
  derivationStart,
  knownDerivationIndices,
  loadStop,
} from '../../../shared/wallet/store/derivation-counter.ts'
import { startTestChain } from '../../../test/chain-fixture.ts'
import { hex } from '../../../test/scenarios/engine-harness.ts'
import { serviceFunctions } from '../../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../../test/terminal.ts'
import hdAddresses from '../../../test/vectors/hd-addresses.json' with { type: 'json' }
import { openParameters } from '../aws/ssm/parameters.ts'
import { testDataDir } from '../aws/test-data-dir.ts'
import { avoidUsedAddresses, findsIn } from './avoid-used-addresses.ts'

const mnemonic = hdAddresses.vectors[0]?.mnemonic ?? ''

/** New sessions begin at index 1,000 of a folder that begins its next block there. */
async function fixture() {
  const chain = await startTestChain()
  onTestFinished(chain.stop)
  const { table, config } = await serviceFunctions({}, { 31337: [chain.proxy.rpcUrl] })
  const { call } = terminal(lambdasOf(config, setup, wallet, restore))
  await call(setUpInstance, {
    ...{ mnemonic, mnemonicIsNew: true, searchSeconds: 0, baseUrl: 'https://pay.example.com' },
    owner: { email: 'owner@example.com', password: 'correct horse battery' },
  })
  await transact(table, [derivationStart(table, 'test', 1_000)])
  const parameters = await openParameters(await testDataDir())
  onTestFinished(parameters.close)
  const clock = { now: Date.parse('2026-03-01T12:00:00Z') }
  const deps = {
    ...{ call, finds: findsIn(parameters, 'a-key') },
    now: () => new Date(clock.now),
  }
  return {
    ...{ chain, clock },
    avoid: () => avoidUsedAddresses(deps, 'test'),
    pay: async (index: number) => {
      await chain.mintUsdc(hex(deriveDepositAddress(accountKeys(mnemonic).test, index)), 5n)
      await chain.mine()
    },
    next: () => knownDerivationIndices(table, 'test'),
    isStopped: async () => (await loadStop(table, 'test')) !== undefined,
  }
}

it('skips what was paid at an address that a new session would get, and stops at a second find within a day', async () => {
  const { avoid, pay, next, isStopped, clock } = await fixture()
  await pay(999)
  expect(await avoid()).toEqual({ outcome: 'unused' })
  await pay(1_500)
  expect(await avoid()).toEqual({ outcome: 'skipped', highest: 1_500 })
  expect(await next()).toBe(11_500)
  expect(await avoid()).toEqual({ outcome: 'unused' })
  clock.now += 25 * 3_600_000
  await pay(11_700)
  expect(await avoid()).toEqual({ outcome: 'skipped', highest: 11_700 })
  clock.now += 23 * 3_600_000
  await pay(22_000)
  expect(await isStopped()).toBe(false)
  expect(await avoid()).toEqual({ outcome: 'stopped', highest: 22_000 })
  expect(await isStopped()).toBe(true)
})

it('closes nothing while a node does not respond, and asks again', async () => {
  const { avoid, pay, next, chain } = await fixture()
  await pay(1_500)
  chain.proxy.intercept(() => ({ error: { code: -32000, message: 'closed' } }))
  expect(await avoid()).toEqual({ outcome: 'unread' })
  expect(await next()).toBe(1_000)
})
