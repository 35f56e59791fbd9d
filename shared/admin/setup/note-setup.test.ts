import { expect, it } from 'vitest'
import { allGiven } from '../../../test/given-services.ts'
import { ownedInstance } from '../../../test/operator-accounts.ts'
import { browserOf } from '../../../test/operator-browser.ts'
import { actor } from '../../../test/run-as-operator.ts'
import { transact } from '../../kernel/store/transact.ts'
import { update } from '../../kernel/store/writes.ts'
import { operatorKeys } from '../operators/store/keys.ts'
import { loadSetupProgress } from '../operators/store/setup-progress.ts'
import { noteSetup } from './note-setup.ts'
import { showSetup } from './show-setup.ts'

async function fixture() {
  const instance = await ownedInstance({ hasSecondFactor: true })
  const { table, services } = instance
  const browser = await browserOf(instance)
  return {
    table,
    leaveOut: (chainId: number, isLeftOut: boolean) =>
      browser.run(noteSetup, services, { step: 'payouts', chainId, isLeftOut }),
    pay: (slug: string, sessionId: string | null) =>
      browser.run(noteSetup, services, { step: 'payment', slug, sessionId }),
    show: () => browser.run(showSetup, services, {}),
  }
}

it('leaves a chain without a payout wallet until it is asked for again, and records both', async () => {
  const { table, leaveOut } = await fixture()
  await leaveOut(31338, true)
  await leaveOut(1, true)
  await leaveOut(1, true)
  expect((await loadSetupProgress(table)).leftOut).toEqual([31338, 1])
  await leaveOut(31338, false)
  expect((await loadSetupProgress(table)).leftOut).toEqual([1])
  const input = { step: 'payouts', chainId: 1, isLeftOut: true } as const
  const { changes } = await noteSetup.run(allGiven({ table }), {
    input,
    findActor: async () => actor,
  })
  expect(changes).toEqual([{ mode: 'live', action: 'payout-wallet.leave-out', target: 'chain 1' }])
})

it('refuses a chain that it does not know', async () => {
  const { leaveOut } = await fixture()
  await expect(leaveOut(999_999, true)).rejects.toMatchObject({ code: 'unsupported_chain' })
})

it('keeps the link and the session of the test payment for every browser', async () => {
  const { pay, leaveOut, show } = await fixture()
  expect((await show()).testPayment).toBeNull()
  await pay('abc', null)
  await leaveOut(1, true)
  await pay('abc', 'cs_1')
  expect((await show()).testPayment).toMatchObject({ slug: 'abc', sessionId: 'cs_1' })
})

it('keeps what a newer version noted of the same test payment', async () => {
  const { table, pay } = await fixture()
  await pay('abc', null)
  const testPayment = { slug: 'abc', sessionId: null, paidBy: 'a wallet' }
  await transact(table, [update(operatorKeys.setupProgress(), { testPayment })])
  await pay('abc', 'cs_1')
  const kept = { slug: 'abc', sessionId: 'cs_1', paidBy: 'a wallet' }
  expect((await loadSetupProgress(table)).testPayment).toMatchObject(kept)
  await pay('def', null)
  const { testPayment: other } = await loadSetupProgress(table)
  expect(other).toMatchObject({ slug: 'def', sessionId: null })
  expect(other).not.toHaveProperty('paidBy')
})

it('keeps what two browsers note at once', async () => {
  const { table, leaveOut } = await fixture()
  await Promise.all([leaveOut(1, true), leaveOut(8453, true)])
  expect((await loadSetupProgress(table)).leftOut.toSorted()).toEqual([1, 8453])
})
