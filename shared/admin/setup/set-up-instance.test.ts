import { randomBytes } from 'node:crypto'
import type { Address } from 'viem'
import { expect, it, onTestFinished } from 'vitest'
import { askDirectly, startTestChain, type TestChain } from '../../../test/chain-fixture.ts'
import { runAsOperator } from '../../../test/run-as-operator.ts'
import { newSeenPayoutWallets } from '../../../test/seen-payout-wallets.ts'
import { testTable } from '../../../test/test-table.ts'
import { type AskChain, ChainTooSlow } from '../../chain/nodes/ask-chain.ts'
import { highestIndexWithMoney } from '../../payments/wallet/highest-index-with-money.ts'
import { nextDerivationIndex } from '../../payments/wallet/store/derivation-counter.ts'
import { setUpInstance } from './set-up-instance.ts'

const given = {
  mnemonic: 'test test test test test test test test test test test junk',
  mnemonicIsNew: false,
  mayHoldMoney: true,
  highestIndex: {},
  baseUrl: 'https://pay.example.com',
  owner: { email: 'owner@example.com', password: 'correct horse battery' },
  payoutWallets: [],
  searchSeconds: 0,
}

const never = new Date('9999-01-01')

/** Not the wallet's own ones: deriving 30,000 takes a minute. */
const addressAt = (index: number): Address =>
  `0x${(0xdd00000000 + index).toString(16).padStart(40, '0')}`

async function testChain(chainId: number): Promise<TestChain> {
  const chain = await startTestChain({ chainId })
  onTestFinished(chain.stop)
  return chain
}

type Options = { ask?: AskChain; now?: () => Date; deadline?: Date }

/** Sets up on test chains alone; live mode has none. */
async function setUp(
  chains: readonly TestChain[],
  { ask = askDirectly, now = () => new Date(), deadline = never }: Options = {},
) {
  const table = await testTable()
  const sealed = { wrappedKey: '', iv: '', ciphertext: '', tag: '' }
  const done = await runAsOperator(
    setUpInstance,
    {
      table,
      now,
      randomBytes,
      seal: async () => sealed,
      seenPayoutWallets: await newSeenPayoutWallets(),
      isLocal: false,
      chains: async () => [],
      ask,
      askSoon: ask,
      highestOnChains: (mode, { from }) => {
        const clients = mode === 'test' ? chains.map(({ client }) => client) : []
        return highestIndexWithMoney({ ask, now }, { clients, addressAt, from, deadline })
      },
    },
    given,
  )
  expect(await nextDerivationIndex(table, 'live')).toBe(10_000)
  const next = await nextDerivationIndex(table, 'test')
  expect(done).toMatchObject({ alreadySetUp: false, firstIndex: { live: 10_000, test: next } })
  return { next, unread: 'firstIndex' in done ? done.unread : [] }
}

it('begins 10,000 past the last address that holds money on a chain', async () => {
  const chain = await testChain(31337)
  await chain.mintUsdc(addressAt(3), 1n)
  await chain.send({ to: addressAt(12_345), value: 1n })
  await chain.mine()
  expect(await setUp([chain])).toEqual({ next: 22_345, unread: [] })
}, 120_000)

it('does not fail or wait for a chain that gives no response, and names it', async () => {
  const [silent, other] = [await testChain(31337), await testChain(31338)]
  await other.mintUsdc(addressAt(3), 1n)
  await other.mine()
  silent.proxy.intercept(() => 'hang')
  let asked = 0
  const ask: AskChain = async (client, work) => {
    const { chainId } = client.chain
    if (chainId === 31338) return work(client)
    asked += 1
    void work(client).catch(() => undefined)
    throw new ChainTooSlow(chainId, 'its nodes gave no response', { silent: true })
  }
  const { next, unread } = await setUp([silent, other], { ask })
  expect(next).toBe(10_003)
  expect(unread).toEqual([
    {
      mode: 'test',
      chainId: 31337,
      chain: 'Local test chain',
      from: 0,
      reason: 'chain 31337: its nodes gave no response',
    },
  ])
  expect(asked).toBe(1)
}, 120_000)

it('names every chain when its time is up', async () => {
  const chain = await testChain(31337)
  await chain.mintUsdc(addressAt(3), 1n)
  await chain.mine()
  const deadline = new Date()
  // The time is up when the first balances were read.
  const isRead = () => chain.proxy.requests.some(({ method }) => method === 'eth_call')
  const now = () => (isRead() ? deadline : new Date(deadline.getTime() - 1))
  const { next, unread } = await setUp([chain], { now, deadline })
  expect(next).toBe(10_003)
  expect(unread).toMatchObject([
    { chainId: 31337, from: 1000, reason: 'the search ran out of time' },
  ])
})
