import { describe, expect, it, onTestFinished } from 'vitest'
import { serve as probeChains } from '../../../functions/schedules/probe-chains.ts'
import { lambdaContext } from '../../../test/api-event.ts'
import { startTestChain } from '../../../test/chain-fixture.ts'
import { aSession, aSweep } from '../../../test/factories.ts'
import { logLines } from '../../../test/log-lines.ts'
import { operatorNetworks, standIn, startPublicChain } from '../../../test/operator-networks.ts'
import { runAsOperator } from '../../../test/run-as-operator.ts'
import type { FetchNode } from '../../chain/open-chain.ts'
import { transact } from '../../kernel/store/transact.ts'
import { saveSweep } from '../../money/sweeps/sending/save-sweep.ts'
import { sessionCreation, sessionReplacement } from '../checkout-sessions/store/sessions.ts'
import { sweepCreation } from '../holdings/store/sweeps.ts'
import { addNetwork } from './add-network.ts'
import { chainClients } from './chain-clients.ts'
import { connectProvider } from './connect-provider.ts'
import { networks } from './enabled-chains.ts'
import { removeNetwork } from './remove-network.ts'
import { retireNetworks } from './retire-networks.ts'
import { seedNetworks } from './seed-networks.ts'
import { setNetwork } from './set-network.ts'
import { listNetworks, loadNetwork } from './store/networks.ts'

const key = 'secret-api-key-0123456789'

async function localChain() {
  const chain = await startTestChain()
  onTestFinished(() => chain.stop())
  return chain
}

describe('adding', () => {
  it('enables a chain by a node that passes its probe, and shows nothing of its key', async () => {
    const { table, run } = await operatorNetworks()
    const chain = await localChain()
    const written = logLines()
    const url = `${chain.rpcUrl}/v2/${key}`
    const outputs = [
      await run('networks', 'add', '--chain', '31337', '--url', url, '--json'),
      await run('networks', 'list'),
      await run('networks', 'test'),
    ]
    const network = await loadNetwork(table, 'test', 31337)
    expect(network).toMatchObject({
      status: 'enabled',
      nodes: [{ host: new URL(url).host, lastFour: '6789', capabilities: { logRange: 10_000 } }],
    })
    const all = [...outputs, written.text(), JSON.stringify(network)].join('\n')
    expect(all).toContain('…6789')
    expect(all).not.toContain('secret-api-key')
  })

  it('refuses a node that lies about its chain, and saves nothing', async () => {
    const { table, services } = await operatorNetworks()
    const chain = await localChain()
    chain.proxy.intercept(({ method }) =>
      method === 'eth_chainId' ? { result: '0x1' } : undefined,
    )
    const added = runAsOperator(addNetwork, services, {
      chainId: 31337,
      urls: [`${chain.proxy.rpcUrl}/${key}`],
      confirmSingleOperator: false,
    })
    await expect(added).rejects.toThrow(/node should be chain 31337; found chain 1\. Nothing/)
    await expect(added).rejects.not.toThrow(key)
    expect(await listNetworks(table, 'test')).toEqual([])
  })

  it('refuses a node whose blocks differ from those of the others', async () => {
    const { services } = await operatorNetworks()
    const [chain, fork] = [await localChain(), await localChain()]
    await chain.mine(9)
    await fork.send({ to: '0x00000000000000000000000000000000000000aa', value: 1n })
    await fork.mine(9)
    const add = (url: string) =>
      runAsOperator(addNetwork, services, {
        chainId: 31337,
        urls: [url],
        confirmSingleOperator: false,
      })
    await add(chain.rpcUrl)
    await expect(add(fork.rpcUrl)).rejects.toThrow('block hash should be that of the other nodes')
  })

  it.each([
    ['http://node.example/key', 'url must begin with https://'],
    ['https://10.0.0.1/key', 'url must point to a public address'],
    ['https://user:pass@node.example', 'url must not contain a user name'],
  ])('refuses %s', async (url, message) => {
    const { services } = await operatorNetworks()
    const input = { chainId: 84532, urls: [url], confirmSingleOperator: false }
    await expect(runAsOperator(addNetwork, services, input)).rejects.toThrow(message)
  })

  it('asks for a second operator if there is real money', async () => {
    const { services } = await operatorNetworks()
    const chain = await startPublicChain(8453)
    const input = { chainId: 8453, urls: [chain.rpcUrl], confirmSingleOperator: false }
    const added = runAsOperator(addNetwork, services, input)
    await expect(added).rejects.toThrow('all of its nodes belong to localhost')
    const confirmed = { ...input, confirmSingleOperator: true }
    expect(await runAsOperator(addNetwork, services, confirmed)).toMatchObject({
      singleOperatorConfirmed: true,
    })
  })
})

describe('an instance on one machine', () => {
  const node = 'https://node.example/v2/key'

  it('refuses chains with real money in every way to enable one, and asks no node', async () => {
    const { table, services } = await operatorNetworks()
    const fetchNode: FetchNode = async (url) => {
      throw new Error(`asked ${url}`)
    }
    const local = { ...services, fetchNode, acceptsRealMoney: false }
    const add = runAsOperator(addNetwork, local, {
      chainId: 8453,
      urls: [node, 'https://two.example'],
      confirmSingleOperator: true,
    })
    const why = expect.stringMatching(/^Base \(8453\) has real money, .* deploy to AWS/)
    await expect(add).rejects.toMatchObject({ code: 'unsupported_chain', message: why })
    const alchemy = { url: 'https://{chain}.example/{key}', chains: { 8453: 'base' } }
    const connected = await runAsOperator(
      connectProvider,
      { ...local, providers: { ...services.providers, alchemy } },
      {
        provider: 'alchemy',
        key,
        mode: 'live',
        withPublicNodes: false,
        confirmSingleOperator: false,
      },
    )
    expect(connected).toEqual({
      saved: [],
      left: [
        {
          chainId: 8453,
          name: 'Base',
          reason: why,
          words: { name: 'play_money_only', values: { name: 'Base', chainId: 8453 } },
        },
      ],
    })
    const seeded = await runAsOperator(seedNetworks, local, {
      networks: [{ chainId: 8453, urls: [node] }],
      singleOperatorChains: [8453],
    })
    expect(seeded).toEqual({ saved: [], unverified: [], left: [{ chainId: 8453, reason: why }] })
    expect(await listNetworks(table, 'live')).toEqual([])
  })

  it('enables test networks as on AWS', async () => {
    const { table, services } = await operatorNetworks()
    const chain = await startPublicChain(84532)
    const local = { ...services, acceptsRealMoney: false }
    const input = { chainId: 84532, urls: [chain.rpcUrl], confirmSingleOperator: false }
    await runAsOperator(addNetwork, local, input)
    expect(await loadNetwork(table, 'test', 84532)).toMatchObject({ status: 'enabled' })
  })
})

describe('connecting a provider', () => {
  const input = {
    provider: 'alchemy',
    key,
    mode: 'test',
    withPublicNodes: false,
    confirmSingleOperator: false,
  } as const

  it('enables what one key serves, and reports what fails the probe', async () => {
    const { table, services } = await operatorNetworks()
    const chain = await startPublicChain(84532)
    const provider = standIn(chain.rpcUrl, { 84532: 'base-sepolia', 80002: 'polygon-amoy' })
    const result = await runAsOperator(connectProvider, { ...services, providers: provider }, input)
    expect(result).toMatchObject({
      saved: [{ chainId: 84532, operators: ['localhost'] }],
      left: [{ chainId: 80002, reason: expect.stringContaining('found chain 84532') }],
    })
    expect(JSON.stringify(result)).not.toContain('secret-api-key')
    const [network] = await listNetworks(table, 'test')
    expect(network).toMatchObject({ nodes: [{ source: 'provider:alchemy', lastFour: '6789' }] })
  })

  it('replaces the key when it is connected again', async () => {
    const { table, services } = await operatorNetworks()
    const chain = await startPublicChain(84532)
    const provided = {
      ...services,
      providers: standIn(chain.rpcUrl, { 84532: 'base-sepolia' }),
    }
    await runAsOperator(connectProvider, provided, input)
    await runAsOperator(connectProvider, provided, { ...input, key: 'another-key-abcd' })
    const [network] = await listNetworks(table, 'test')
    expect(network?.nodes.map(({ lastFour }) => lastFour)).toEqual(['abcd'])
  })

  describe('with public nodes', () => {
    const withPublicNodes = { ...input, mode: 'live', withPublicNodes: true } as const

    /** A chain with real money on one node, which a provider and public nodes serve by their own names. */
    async function fixture(names: readonly string[]) {
      const { table, services } = await operatorNetworks()
      const chain = await startPublicChain(8453)
      const lying = await localChain()
      const called = new Set<string>()
      const fetchNode: FetchNode = (text, init) => {
        const { hostname } = new URL(text)
        called.add(hostname)
        const node = hostname.startsWith('lying') ? lying : chain
        return fetch(node.rpcUrl, init)
      }
      const url = 'https://base.provider.example/v2/{key}'
      const alchemy = { url, chains: { 8453: 'base' } }
      const given = {
        ...services,
        fetchNode,
        providers: { ...services.providers, alchemy },
        publicNodes: { 8453: names.map((name) => `https://${name}`) },
      }
      const connect = () => runAsOperator(connectProvider, given, withPublicNodes)
      return { table, called, connect }
    }

    it('adds the first that another operator runs and that passes its probe', async () => {
      const names = ['free.provider.example', 'lying.one.example', 'two.example', 'three.example']
      const { table, called, connect } = await fixture(names)
      expect(await connect()).toEqual({
        saved: [{ chainId: 8453, name: 'Base', operators: ['provider.example', 'two.example'] }],
        left: [],
      })
      const live = await loadNetwork(table, 'live', 8453)
      expect(live).toMatchObject({
        status: 'enabled',
        singleOperatorConfirmed: false,
        nodes: [
          { source: 'provider:alchemy', weight: 1, lastFour: '6789', standing: 'verified' },
          { source: 'public', weight: 0, lastFour: '', standing: 'verified' },
        ],
      })
      expect(called).toEqual(new Set(['base.provider.example', 'lying.one.example', 'two.example']))
      // With a second operator present, a new key needs no further one.
      await connect()
      expect((await loadNetwork(table, 'live', 8453))?.nodes).toHaveLength(2)
    })

    it('leaves a chain for which none can be used', async () => {
      const { table, connect } = await fixture(['lying.one.example'])
      expect(await connect()).toMatchObject({
        saved: [],
        left: [{ chainId: 8453, reason: expect.stringContaining('belong to provider.example') }],
      })
      expect(await listNetworks(table, 'live')).toEqual([])
    })
  })

  it('asks how chains with real money get a second operator', async () => {
    const { services } = await operatorNetworks()
    const live = { ...input, mode: 'live' } as const
    const connected = runAsOperator(connectProvider, services, live)
    await expect(connected).rejects.toThrow('--with-public-nodes')
  })
})

async function enabled() {
  const fixture = await operatorNetworks()
  const chain = await localChain()
  const input = { chainId: 31337, urls: [chain.rpcUrl], confirmSingleOperator: false }
  await runAsOperator(addNetwork, fixture.services, input)
  return { ...fixture, chain }
}

describe('changing', () => {
  it('sets assets, weights, order and confirmations', async () => {
    const { services, table, chain } = await enabled()
    const second = { chainId: 31337, urls: [chain.proxy.rpcUrl], confirmSingleOperator: false }
    await runAsOperator(addNetwork, services, second)
    const [first, other] = (await loadNetwork(table, 'test', 31337))?.nodes ?? []
    const set = await runAsOperator(setNetwork, services, {
      chainId: 31337,
      nodes: [other?.id ?? ''],
      weights: [`${first?.id}=5`],
      assets: ['USDC'],
      confirmations: 7,
    })
    expect(set).toMatchObject({
      assets: ['USDC'],
      nodes: [{ id: other?.id }, { id: first?.id, weight: 5 }],
    })
    const wrong = { chainId: 31337, assets: ['DOGE'] }
    await expect(runAsOperator(setNetwork, services, wrong)).rejects.toThrow('DOGE is not')
  })
})

describe('removing', () => {
  it('keeps a chain until no session can be paid on it any more, and its sweeps have ended', async () => {
    const { services, table } = await enabled()
    const session = aSession({ version: 1 })
    await transact(table, [sessionCreation(session, session.expiresAt)])
    const input = { chainId: 31337 }
    const shown = await runAsOperator(removeNetwork, services, input)
    expect(shown).toMatchObject({ status: 'retiring', retiringSince: expect.any(String) })
    const inMinutes = (minutes: number) => ({
      table,
      now: () => new Date(Date.now() + minutes * 60_000),
    })
    expect(await retireNetworks(inMinutes(60), 'test')).toEqual([])
    const closed = { ...session, version: 2, status: 'expired' as const, closedAt: new Date() }
    await transact(table, [sessionReplacement(closed, 1, session.expiresAt)])
    expect(await retireNetworks(inMinutes(10), 'test')).toEqual([])
    const sweep = aSweep({ mode: 'test', chainId: 31337 })
    await transact(table, [sweepCreation(sweep)])
    expect(await retireNetworks(inMinutes(17), 'test')).toEqual([])
    await saveSweep(table, { ...sweep, status: 'final' })
    expect(await retireNetworks(inMinutes(17), 'test')).toEqual([31337])
    expect(await listNetworks(table, 'test')).toEqual([])
  })

  it('takes a chain back that is added again, and refuses to remove its only node', async () => {
    const { services, table, chain } = await enabled()
    await runAsOperator(removeNetwork, services, { chainId: 31337 })
    const again = { chainId: 31337, urls: [chain.proxy.rpcUrl], confirmSingleOperator: false }
    expect(await runAsOperator(addNetwork, services, again)).toMatchObject({ status: 'enabled' })
    const nodes = (await loadNetwork(table, 'test', 31337))?.nodes ?? []
    const [first, second] = nodes.map(({ id }) => id)
    const without = await runAsOperator(removeNetwork, services, { nodeId: first })
    expect(without.nodes.map(({ id }) => id)).toEqual([second])
    const last = runAsOperator(removeNetwork, services, { nodeId: second })
    await expect(last).rejects.toThrow('needs a node')
  })
})

describe('seeding', () => {
  it('keeps a chain whose node fails at that moment, and enables it when the node responds', async () => {
    const { services, table, config } = await operatorNetworks()
    const { proxy } = await startPublicChain(84532)
    proxy.intercept(() => ({ error: { code: -32603, message: 'overloaded' } }))
    const input = { networks: [{ chainId: 84532, urls: [proxy.rpcUrl] }], singleOperatorChains: [] }
    expect(await runAsOperator(seedNetworks, services, input)).toMatchObject({
      saved: [],
      left: [],
      unverified: [{ chainId: 84532, reason: expect.stringContaining('overloaded') }],
    })
    const offered = async () => {
      const { enabledChains, payableChains } = networks(table)
      const { clients } = chainClients(config, table)
      const all = [enabledChains, payableChains, clients].map((list) => list('test'))
      return (await Promise.all(all)).map(({ length }) => length)
    }
    const probe = probeChains(config)
    expect(await probe(undefined, lambdaContext())).toEqual({ mismatches: 1 })
    expect(await offered()).toEqual([0, 0, 0])
    proxy.intercept(undefined)
    await probe(undefined, lambdaContext())
    expect(await offered()).toEqual([1, 1, 1])
    expect(await loadNetwork(table, 'test', 84532)).toMatchObject({
      status: 'enabled',
      nodes: [{ standing: 'verified', capabilities: { logRange: 10_000 } }],
    })
  })

  it('leaves out a chain whose nodes would not be enough', async () => {
    const { services } = await operatorNetworks()
    const chain = await startPublicChain(8453)
    const networks = [{ chainId: 8453, urls: [chain.rpcUrl] }]
    const input = { networks, singleOperatorChains: [] }
    expect(await runAsOperator(seedNetworks, services, input)).toMatchObject({
      saved: [],
      unverified: [],
      left: [{ chainId: 8453, reason: expect.stringContaining('belong to localhost') }],
    })
  })

  it('saves nothing if there are networks, but corrects a local node', async () => {
    const { services, table } = await operatorNetworks()
    const [before, after] = [await localChain(), await localChain()]
    const seed = (url: string) =>
      runAsOperator(seedNetworks, services, {
        networks: [
          { chainId: 31337, urls: [url] },
          { chainId: 84532, urls: ['https://sepolia.base.org.invalid'] },
        ],
        singleOperatorChains: [],
      })
    expect(await seed(before.rpcUrl)).toMatchObject({
      saved: [31337],
      unverified: [{ chainId: 84532 }],
      left: [],
    })
    expect(await seed(before.rpcUrl)).toEqual({ saved: [], unverified: [], left: [] })
    expect(await seed(after.rpcUrl)).toEqual({ saved: [31337], unverified: [], left: [] })
    const network = await loadNetwork(table, 'test', 31337)
    expect(network?.nodes.map(({ host }) => host)).toEqual([new URL(after.rpcUrl).host])
  })
})
