import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startAnvil } from '../../test/anvil.ts'
import { startTestChain, type TestChain } from '../../test/chain-fixture.ts'
import { openNodes } from '../../test/open-nodes.ts'
import { one, payoutWalletFixture } from '../../test/payout-wallet-fixture.ts'
import { runAsOperator } from '../../test/run-as-operator.ts'
import { deployDelegate as deploy } from '../../test/scenarios/delegates.ts'
import { gasAccount } from '../../test/scenarios/sweeping.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import type { Table } from '../kernel/store/table.ts'
import { noteGasWallet } from '../wallet/note-gas-wallet.ts'
import { firstWalletId } from '../wallet/rules/wallet-id.ts'
import { delegateAddress } from './delegate/sweep-delegate.ts'
import { runDeployDelegate } from './deploy-delegate.ts'
import { loadDelegateRequest } from './store/delegate-requests.ts'

const of = { gasWallet: gasAccount.address, payout: one }
const now = () => new Date('2026-03-02T12:00:00Z')

let chain: TestChain
let table: Table

beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.stop())

/** A payout wallet, and a gas wallet. */
beforeEach(async () => {
  const payouts = await payoutWalletFixture()
  await payouts.set(one)
  table = payouts.table
  const wallet = { mode: 'test', walletId: firstWalletId, address: gasAccount.address } as const
  await noteGasWallet(table, wallet)
})

function order(client: ChainClient | undefined, input: { chainId?: number; gasCap?: string } = {}) {
  const services = {
    ...{ table, now, randomBytes: seededBytes('order') },
    ask: <Result>(asked: ChainClient, work: (limited: ChainClient) => Promise<Result>) =>
      work(asked),
    chains: async () => (client ? [client] : []),
  }
  return runAsOperator(runDeployDelegate, services, { chainId: 31337, gasCap: '0.01', ...input })
}

const stored = () => loadDelegateRequest(table, 'test', 31337)

it('orders the contract of the wallets, says where it will be and that nobody has audited it', async () => {
  expect(await order(chain.client)).toEqual({
    ...{ chainId: 31337, chain: chain.chain.name, gasCap: '0.01 ETH' },
    ...{ contract: delegateAddress(of), gasWallet: gasAccount.address, payoutWallet: one },
    ...{ isDeployed: false, isAudited: false },
  })
  expect(await stored()).toMatchObject({ gasCapBase: 10n ** 16n, requestedAt: now() })
})

it('orders nothing if it is deployed', async () => {
  await deploy(chain, of)
  expect(await order(chain.client)).toMatchObject({ isDeployed: true })
  expect(await stored()).toBeUndefined()
})

it('refuses a chain without EIP-7702', async () => {
  const options = ['--chain-id', '31337', '--hardfork', 'cancun']
  const anvil = await startAnvil({ options })
  try {
    const refused = order(openNodes(chain.chain, [anvil.rpcUrl]))
    await expect(refused).rejects.toMatchObject({
      code: 'unsupported_chain',
      message: expect.stringContaining('has no EIP-7702'),
    })
    expect(await stored()).toBeUndefined()
  } finally {
    await anvil.stop()
  }
})

it('refuses a chain that is not enabled, and a cap of nothing', async () => {
  await expect(order(undefined)).rejects.toMatchObject({ code: 'unsupported_chain' })
  for (const gasCap of ['0', '-1', 'all']) {
    await expect(order(chain.client, { gasCap })).rejects.toMatchObject({
      ...{ code: 'parameter_invalid', param: 'gasCap' },
    })
  }
})
