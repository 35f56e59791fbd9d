import { describe, expect, it } from 'vitest'
import type { NetworkNode } from './network.ts'
import { nodesProblem } from './nodes-problem.ts'

describe('nodes that are enough', () => {
  const base = { chainId: 8453, name: 'Base', network: 'mainnet' } as const
  const own = { operator: 'a.example', source: 'url' } as const
  const publicNode = { operator: 'p.example', source: 'public' } as const
  type Node = Pick<NetworkNode, 'operator' | 'source'>
  const why = (nodes: Node[], changes: object = {}) =>
    nodesProblem({ ...base, ...changes }, { nodes, singleOperatorConfirmed: false, ...changes })
      ?.message

  it('are of two operators, of whom one may be public', () => {
    expect(why([own, { ...own, operator: 'b.example' }])).toBeUndefined()
    expect(why([own, publicNode])).toBeUndefined()
  })

  it('are one for test money, or if the owner accepts the risk', () => {
    expect(why([own], { network: 'testnet' })).toBeUndefined()
    expect(why([publicNode], { network: 'local' })).toBeUndefined()
    expect(why([own], { singleOperatorConfirmed: true })).toBeUndefined()
  })

  it('are named otherwise', () => {
    expect(why([])).toBe('Base (8453) needs a node.')
    expect(why([], { network: 'testnet' })).toBe('Base (8453) needs a node.')
    expect(why([own, own])).toContain('belong to a.example, who could fake payments')
    const all = [publicNode, { ...publicNode, operator: 'q.example' }]
    expect(why(all)).toContain('public nodes alone are not enough')
    expect(why(all, { singleOperatorConfirmed: true })).toContain('public nodes alone')
  })

  it('are named with another way out when one is removed', () => {
    const left = 'Or remove the chain: --chain 8453'
    expect(why([], { isLess: true })).toBe(`Base (8453) needs a node. ${left}`)
    expect(why([publicNode], { isLess: true })).toMatch(`with a key of your own. ${left}`)
    expect(why([own], { isLess: true })).toMatch(`--confirm-single-operator. ${left}`)
  })
})
