import { expect, it } from 'vitest'
import { runShowPayment } from '../../shared/admin/payments/show-payment.ts'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { runRecordRefund } from '../../shared/merchant/refunds/record-refund.ts'
import { otherPayer } from '../chain-fixture.ts'
import { runAsOperator } from '../run-as-operator.ts'
import { engineHarness } from './engine-harness.ts'

const note = 'Sent too much'

async function fixture() {
  const engine = await engineHarness()
  const services = {
    ...engine.deps,
    chains: async () => [await engine.deps.chain(31337)],
    onUnread: () => undefined,
  }
  const session = await engine.openSession()
  const record = (given: Record<string, string>) =>
    runAsOperator(runRecordRefund, services, { id: session.id, amount: '1.5', note, ...given })
  const show = () => runAsOperator(runShowPayment, services, { id: session.id })
  return { engine, session, record, show }
}

it('records a coin refund that the chain shows, once, and changes nothing else', async () => {
  const { engine, session, record, show } = await fixture()
  const txHash = await engine.chain.send({ to: otherPayer, value: 15n * 10n ** 17n })
  await engine.mine()
  const before = await show()
  const recorded = await record({ txHash })
  const expected = { amount: '1.5', unit: 'ETH', chainId: 31337, txHash, reference: null, note }
  expect(recorded).toMatchObject(expected)
  expect(recorded.recipient?.toLowerCase()).toBe(otherPayer.toLowerCase())
  const after = await show()
  expect(after.refunds).toMatchObject([expected])
  expect(after.actions).toMatchObject([{ action: 'refund.record', note, outcome: '1.5 ETH' }])
  const { status, version, received, events } = after
  const same = { version: before.version, received: before.received, events: before.events }
  expect({ status, version, received, events }).toEqual({ status: before.status, ...same })
  expect(await engine.statusOf(session)).toBe('pending')
  await expect(record({ txHash })).rejects.toMatchObject({ code: 'state_changed' })
})

it('reads what a token transfer paid, and refuses another amount', async () => {
  const { engine, record } = await fixture()
  await engine.chain.mintUsdc('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 9_000_000n)
  const txHash = await engine.chain.payUsdc(otherPayer, 1_500_000n)
  await engine.mine()
  const asset = { asset: 'USDC', txHash }
  const wrong = record({ ...asset, amount: '2' })
  const message = 'This transaction did not pay 2 USDC. It paid 1.5 USDC.'
  await expect(wrong).rejects.toMatchObject({ code: 'parameter_invalid', message, param: 'amount' })
  const recorded = await record(asset)
  expect(recorded).toMatchObject({ unit: 'USDC', recipient: otherPayer.toLowerCase() })
})

it('refuses a transaction that failed, or that no block has', async () => {
  const { engine, record } = await fixture()
  const data = '0xdeadbeef' as const
  const txHash = await engine.chain.send({ to: localAddresses.testUsdc, data })
  await engine.mine()
  await expect(record({ txHash })).rejects.toThrow('failed on')
  const unknown = `0x${'ab'.repeat(32)}`
  await expect(record({ txHash: unknown })).rejects.toThrow('No block of')
})

it('records a refund by a bank in the currency of the price, once for each reference', async () => {
  const { record, show } = await fixture()
  await expect(record({})).rejects.toMatchObject({ code: 'parameter_missing' })
  await record({ reference: 'SEPA 4711', amount: '25.00' })
  await expect(record({ reference: 'sepa 4711' })).rejects.toThrow(
    'recorded for this payment already',
  )
  expect((await show()).refunds).toMatchObject([
    { amount: '25.00', unit: 'USD', reference: 'SEPA 4711', txHash: null, recipient: null },
  ])
})
