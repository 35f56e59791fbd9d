import { expect, it, onTestFinished } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { commit } from '../../shared/kernel/operation/commit.ts'
import { withoutKey } from '../../shared/kernel/operation/merchant-request.ts'
import { cancelRefund } from '../../shared/money/refunds/cancel-refund.ts'
import { claimRefund } from '../../shared/money/refunds/claim/claim-refund.ts'
import { showClaim } from '../../shared/money/refunds/claim/show-claim.ts'
import { createRefund } from '../../shared/money/refunds/create-refund.ts'
import { updateRefund } from '../../shared/money/refunds/update-refund.ts'
import { startTestChain } from '../chain-fixture.ts'
import { runAsCustomer } from '../run-as-customer.ts'
import { engineHarness } from './engine-harness.ts'
import { deployWallet } from './paying.ts'

const customer = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** A promised refund, and what its customer does with the link. */
async function promised() {
  const engine = await engineHarness()
  const other = await startTestChain({ chainId: 31338 })
  onTestFinished(other.stop)
  const session = await engine.openSession()
  await engine.pay(session, 1_000_000n)
  expect(await engine.settle(session)).toBe('paid')
  const body = { sessionId: session.id, amount: '0.000000000001', reason: null, sender: null }
  const { id, claimUrl } = await commit(engine.table, () =>
    createRefund.run(engine.deps, {
      ...withoutKey,
      mode: 'test',
      body: { ...body, depositId: null, address: null },
    }),
  )
  const secret = new URL(claimUrl ?? '').hash.slice(1)
  const client = await engine.deps.chain(31337)
  const services = { ...engine.deps, chains: async () => [client, other.client] }
  const show = (given = secret, viewerAddress = '198.51.100.10') =>
    runAsCustomer(showClaim, services, { id, viewerAddress, body: { secret: given } })
  const give = (address: string, isFinal = false) =>
    runAsCustomer(claimRefund, services, { id, body: { secret, address, isFinal } })
  return { engine, other, session, id, secret, show, give }
}

it('a link shows its refund to whoever has the secret, for 30 days', async () => {
  const { engine, secret, show } = await promised()
  expect(await show()).toMatchObject({
    status: 'awaiting_address',
    amount: '0.000000000001',
    asset: 'ETH',
    address: null,
  })
  for (const wrong of ['', secret.slice(0, -1), `${secret}A`, 'x'.repeat(100)]) {
    await expect(show(wrong)).rejects.toMatchObject({ code: 'resource_not_found' })
  }
  engine.passSeconds(30 * 86_400 - 60)
  await show()
  engine.passSeconds(60)
  await expect(show()).rejects.toMatchObject({ code: 'link_gone' })
  await expect(show('wrong')).rejects.toMatchObject({ code: 'resource_not_found' })
})

it('many requests of one client are refused, those of others are not', async () => {
  const { show } = await promised()
  for (let request = 0; request < 30; request++) await show()
  await expect(show()).rejects.toMatchObject({ code: 'rate_limit_exceeded' })
  await show(undefined, '203.0.113.7')
})

it('an address is checked as often as its customer likes, and is final once', async () => {
  const { engine, session, id, show, give } = await promised()
  const checked = { kind: 'checked', address: customer, warnings: [] }
  expect(await give(customer)).toEqual(checked)
  expect(await give(` ${customer.toLowerCase()}`.trim())).toEqual(checked)
  const problems = [
    ['ada.eth', 'format'],
    [customer.replace('B', 'b'), 'checksum'],
    [`0x${'0'.repeat(36)}dEaD`, 'reserved'],
    [localAddresses.testUsdc, 'contract'],
  ] as const
  for (const [text, problem] of problems) {
    expect(await give(text, true)).toEqual({ kind: 'refused', problem })
  }
  expect((await show()).status).toBe('awaiting_address')
  expect(await give(customer, true)).toMatchObject({
    kind: 'given',
    view: { status: 'ready', address: customer },
  })
  await expect(give('0x52908400098527886E0F7030069857D2E4169EE7', true)).rejects.toMatchObject({
    code: 'state_changed',
  })
  expect(await show()).toMatchObject({ status: 'ready', address: customer })
  await commit(engine.table, () =>
    cancelRefund.run(engine.deps, { ...withoutKey, mode: 'test', id }),
  )
  expect((await show()).status).toBe('canceled')
  await expect(give(customer, true)).rejects.toThrow('was canceled')
  expect(await engine.statusOf(session)).toBe('paid')
})

it('a wallet that is a contract is taken where it has code, and warned of where it has none', async () => {
  const { engine, other, give } = await promised()
  const here = await deployWallet(engine)
  expect(await give(here)).toMatchObject({ kind: 'checked', warnings: [] })
  const elsewhere = `0x${'ab'.repeat(20)}` as const
  await other.node.setCode({ address: elsewhere, bytecode: '0x6001' })
  expect(await give(elsewhere)).toMatchObject({ kind: 'checked', warnings: ['no-code-here'] })
  await engine.chain.node.setCode({ address: elsewhere, bytecode: '0x6001' })
  expect(await give(elsewhere)).toMatchObject({ warnings: [] })
})

it('an unlisted token’s contract is refused, and nothing is final while the chain can’t be read', async () => {
  const { engine, give } = await promised()
  const token = `0x${'cd'.repeat(20)}` as const
  // Returns 18 to whatever it is asked.
  await engine.chain.node.setCode({ address: token, bytecode: '0x601260005260206000f3' })
  expect(await give(token)).toEqual({ kind: 'refused', problem: 'contract' })
  const busy = { error: { code: -32000, message: 'busy' } }
  engine.chain.proxy.intercept(({ method }) => (method === 'eth_call' ? busy : undefined))
  await expect(give(token, true)).rejects.toMatchObject({ code: 'timed_out' })
  engine.chain.proxy.intercept(() => busy)
  await expect(give(customer, true)).rejects.toMatchObject({ code: 'timed_out' })
  engine.chain.proxy.intercept(() => undefined)
  // Reverts whatever it is asked, as a wallet may.
  await engine.chain.node.setCode({ address: token, bytecode: '0x5f5ffd' })
  expect(await give(token, true)).toMatchObject({ kind: 'given' })
})

it('each change of a refund by an API key is for the audit log, with where the money goes', async () => {
  const { engine, session, id } = await promised()
  const given = await updateRefund.run(engine.deps, {
    ...withoutKey,
    mode: 'test',
    id,
    body: { address: customer },
  })
  expect(given.changes).toEqual([
    { mode: 'test', action: 'refund.address', target: id, after: { address: customer } },
  ])
  const cancel = () => cancelRefund.run(engine.deps, { ...withoutKey, mode: 'test', id })
  expect((await cancel()).changes).toMatchObject([
    { action: 'refund.cancel', target: id, outcome: 'awaiting_address → canceled' },
  ])
  await commit(engine.table, cancel)
  const amount = { sessionId: session.id, amount: '0.000000000001', depositId: null }
  const { changes, result } = await createRefund.run(engine.deps, {
    ...withoutKey,
    mode: 'test',
    body: { ...amount, reason: null, sender: null, address: null },
  })
  expect(changes).toMatchObject([{ action: 'refund.create', target: result.id }])
  expect(JSON.stringify(changes)).not.toContain('claimUrl')
})
