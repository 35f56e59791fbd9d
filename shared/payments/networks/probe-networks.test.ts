import { getChainId } from 'viem/actions'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startTestChain } from '../../../test/chain-fixture.ts'
import type { Intercept } from '../../../test/node-proxy.ts'
import { operatorNetworks, startPublicChain } from '../../../test/operator-networks.ts'
import { runAsOperator } from '../../../test/run-as-operator.ts'
import { votesNeeded } from '../../chain/nodes/operator-votes.ts'
import { addNetwork } from './add-network.ts'
import { chainClients } from './chain-clients.ts'
import { isProbeDue, probeNetworks } from './probe-networks.ts'
import { hasReliableNodes } from './rules/node-standing.ts'
import { listNetworks, loadNetwork } from './store/networks.ts'

/** A chain that was enabled by a node behind a proxy, and the result of the hourly probe. */
async function fixture({ blocks = 0 } = {}) {
  const instance = await operatorNetworks()
  const { services } = instance
  const { proxy, mine } = await startPublicChain(84532)
  await mine(blocks)
  const input = { chainId: 84532, urls: [proxy.rpcUrl], confirmSingleOperator: false }
  await runAsOperator(addNetwork, services, input)
  const probe = async () => {
    const [probed] = await probeNetworks(services, 'test', () => true)
    if (!probed) throw new Error('there is no network')
    return probed.network
  }
  return { ...instance, proxy, input, probe }
}

const tooWide = { error: { code: -32005, message: 'ranges over 10 blocks are not supported' } }

const narrowed: Intercept = ({ method, params }) => {
  const [{ fromBlock = '0x0', toBlock = '0x0' } = {}] = JSON.parse(JSON.stringify(params ?? []))
  return method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) >= 10 ? tooWide : undefined
}

const withoutArchive: Intercept = ({ method }) =>
  method === 'eth_getBalance'
    ? { error: { code: -32000, message: 'missing trie node' } }
    : undefined

const withoutTraces: Intercept = ({ method }) =>
  method === 'debug_traceBlockByHash'
    ? { error: { code: -32601, message: 'the method is not available' } }
    : undefined

describe('a node that no longer can what it could', () => {
  it.each([
    ['log range', narrowed, '10000 blocks, as when it was verified', '10 blocks'],
    ['age of states', withoutArchive, '1200 s, as when it was verified', '0 s'],
    ['traces', withoutTraces, 'as when it was verified', 'none'],
  ])('is flagged: %s', async (...given) => {
    const [subject, intercept, expected, found] = given
    const twentyMinutes = { blocks: 600 }
    const { proxy, run, probe, services, input } = await fixture(twentyMinutes)
    expect(hasReliableNodes(await probe())).toBe(true)
    proxy.intercept(intercept)
    const after = await probe()
    expect(after.nodes).toMatchObject([
      { standing: 'verified', capabilities: { logRange: 10_000, archiveSeconds: 1_200 } },
    ])
    expect(after.nodes[0]?.problems).toContainEqual({ subject, expected, found })
    expect(hasReliableNodes(after)).toBe(false)
    expect(await run('networks', 'list')).toContain(
      `${subject} should be ${expected}; found ${found}.`,
    )
    // Added again, it only has to do what it can now.
    await runAsOperator(addNetwork, services, input)
    const accepted = await probe()
    expect(accepted.nodes).toHaveLength(1)
    expect(hasReliableNodes(accepted)).toBe(true)
  })

  it('is not flagged for the first states of a young chain, which nodes of such chains drop', async () => {
    const { proxy, probe } = await fixture()
    await probe()
    proxy.intercept(withoutArchive)
    const after = await probe()
    expect(after.nodes).toMatchObject([{ capabilities: { archiveSeconds: 0 } }])
    const subjects = after.nodes.flatMap(({ problems }) => problems.map(({ subject }) => subject))
    expect(subjects).not.toContain('age of states')
    expect(hasReliableNodes(after)).toBe(true)
  })

  it('is not flagged for a failure that is over when it is asked again', async () => {
    const { proxy, probe } = await fixture()
    let failures = 0
    proxy.intercept(async (call) => {
      if (failures > 0) return undefined
      const refused = await withoutTraces(call)
      if (refused) failures += 1
      return refused
    })
    expect(hasReliableNodes(await probe())).toBe(true)
    expect(failures).toBe(1)
  })

  it('stays verified while it does not respond', async () => {
    const { proxy, probe } = await fixture()
    proxy.intercept(() => ({ error: { code: -32603, message: 'overloaded' } }))
    const after = await probe()
    expect(after.nodes).toMatchObject([{ standing: 'verified', problems: [{ subject: 'node' }] }])
    // The reconciler notices that at once, and when it is over.
    expect(hasReliableNodes(after)).toBe(true)
  })
})

describe('a node that changed to another chain', () => {
  it('is neither called nor replaced by the others, until it is right again', async () => {
    const { services, table, config, run } = await operatorNetworks()
    const chain = await startTestChain()
    onTestFinished(() => chain.stop())
    const { proxy } = chain
    const input = {
      chainId: 31337,
      urls: [chain.rpcUrl, proxy.rpcUrl],
      confirmSingleOperator: false,
    }
    await runAsOperator(addNetwork, services, input)
    const lie = { result: '0x1' }
    proxy.intercept(({ method }) => (method === 'eth_chainId' ? lie : undefined))
    await run('networks', 'test')
    const found = 'node should be chain 31337; found chain 1.'
    expect(await run('networks', 'list')).toContain(found)
    const network = await loadNetwork(table, 'test', 31337)
    expect(network?.nodes.map(({ standing }) => standing)).toEqual(['verified', 'other_chain'])
    expect(network && hasReliableNodes(network)).toBe(false)

    proxy.requests.length = 0
    const client = await chainClients(config, table).client(31337)
    expect(await Promise.allSettled(client.nodes.map((node) => getChainId(node)))).toMatchObject([
      { status: 'fulfilled', value: 31337 },
      { status: 'rejected', reason: { details: expect.stringContaining('is on another chain') } },
    ])
    expect(await getChainId(client.node)).toBe(31337)
    expect(proxy.requests).toEqual([])
    expect(votesNeeded(client)).toBe(2)

    proxy.intercept(undefined)
    await run('networks', 'test')
    const [after] = await listNetworks(table, 'test')
    expect(after?.nodes.map(({ standing }) => standing)).toEqual(['verified', 'verified'])
  })
})

describe('a probe is due', () => {
  it.each([
    ['an hour after the last one', 'verified', 3600, true],
    ['not before', 'verified', 3599, false],
    ['at each run while it is not verified', 'unverified', 1, true],
    ['at each run on another chain', 'other_chain', 1, true],
  ] as const)('%s', (...given) => {
    const [, standing, seconds, isDue] = given
    const now = new Date()
    const probedAt = new Date(now.getTime() - seconds * 1000)
    expect(isProbeDue({ standing, probedAt }, now)).toBe(isDue)
  })
})
