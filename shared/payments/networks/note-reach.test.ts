import { expect, it, onTestFinished } from 'vitest'
import { startNodeProxy } from '../../../test/node-proxy.ts'
import { engineHarness } from '../../../test/scenarios/engine-harness.ts'
import { missingOperators } from '../../chain/nodes/missing-operators.ts'
import { noteReach } from './note-reach.ts'
import { isStillMissing } from './rules/network-reach.ts'
import { listNetworkReach } from './store/network-reach.ts'

async function twoOperators() {
  const engine = await engineHarness()
  const { chain, table, deps } = engine
  const nodes = [chain.proxy, startNodeProxy(chain.rpcUrl)] as const
  onTestFinished(nodes[1].stop)
  engine.useNodes(...nodes.map(({ rpcUrl }) => rpcUrl))
  const hosts = nodes.map(({ rpcUrl }) => new URL(rpcUrl).host)
  const { chainId } = chain.chain
  return {
    engine,
    nodes,
    hosts,
    note: () => noteReach(deps, { mode: 'test', chainIds: [chainId] }),
    noted: () => listNetworkReach(table, 'test'),
    missing: async () => missingOperators(await deps.chain(chainId), { now: engine.clock() }),
  }
}

const isDown = () => ({ error: { code: -32000, message: 'node is down' } })

it('names the operator that does not respond, and both if they contradict each other', async () => {
  const { nodes, hosts, missing } = await twoOperators()
  nodes[1].intercept(isDown)
  expect(await missing()).toEqual([hosts[1]])
  nodes[0].intercept(isDown)
  expect(await missing()).toEqual(hosts)
  for (const node of nodes) node.intercept(undefined)
  expect(await missing()).toEqual(hosts)
})

it('tells since when, until it is over', async () => {
  const { engine, nodes, hosts, note, noted } = await twoOperators()
  await noteReach(engine.deps, { mode: 'test', chainIds: [] })
  expect(await noted()).toEqual([])
  nodes[0].intercept(isDown)
  const since = engine.clock()
  await note()
  engine.passSeconds(60)
  await note()
  const [reach] = await noted()
  expect(reach).toEqual({ chainId: 31337, since, at: engine.clock(), missing: [hosts[0]] })
  engine.passSeconds(200)
  expect(reach && isStillMissing(reach, engine.clock())).toBe(false)
  await note()
  expect(await noted()).toMatchObject([{ since: engine.clock() }])
})
