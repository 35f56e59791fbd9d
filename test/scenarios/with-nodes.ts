import { afterAll, afterEach, beforeAll } from 'vitest'
import { type NodeProxy, startNodeProxy } from '../node-proxy.ts'
import type { EngineHarness } from './engine-harness.ts'
import { withEngine } from './with-engine.ts'

/** Nodes of three operators: the same one behind three proxies. */
export type ThreeNodes = readonly [NodeProxy, NodeProxy, NodeProxy]

/** Gives a file an engine and its nodes, of which the first alone is used, and all are honest, when a test begins. */
export function withNodes(
  use: (given: { engine: EngineHarness; nodes: ThreeNodes }) => Promise<void> | void,
): void {
  let engine: EngineHarness
  let nodes: ThreeNodes
  withEngine((started) => {
    engine = started
  })
  beforeAll(async () => {
    const { proxy, rpcUrl } = engine.chain
    nodes = [proxy, startNodeProxy(rpcUrl), startNodeProxy(rpcUrl)]
    await use({ engine, nodes })
  })
  afterEach(() => {
    for (const node of nodes) node.intercept(undefined)
    engine.useNodes()
  })
  afterAll(() => Promise.all(nodes.slice(1).map((node) => node.stop())))
}
