import { describe, expect, it, onTestFinished } from 'vitest'
import { testNetworks } from '../../shared/payments/networks/test-networks.ts'
import { startTestChain } from '../../test/chain-fixture.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'
import { probeLines } from './probe-lines.ts'

async function fixture() {
  const chain = await startTestChain()
  onTestFinished(() => chain.stop())
  const nowhere = 'http://127.0.0.1:1/v2/api-key'
  const urls = { 31337: [chain.rpcUrl, nowhere], 31338: [chain.rpcUrl] }
  const { config } = await serviceFunctions({}, urls)
  return { chain, ...terminal(lambdasOf(config)) }
}

describe('networks test', () => {
  it('says what does not match of every node, and reveals no key', async () => {
    const { chain, run } = await fixture()
    const text = await run('networks', 'test')
    const host = new URL(chain.rpcUrl).host
    expect(text).toMatch(new RegExp(`31337 +Local test chain +${host} +all as expected`))
    expect(text).toMatch(/31337 +Local test chain +127\.0\.0\.1:1 +node +chain 31337/)
    expect(text).toMatch(/31338 .* chain 31338 +chain 31337/)
    expect(text).not.toContain('api-key')
    const one = JSON.parse(await run('networks', 'test', '--chain', '31338', '--json'))
    expect(one.chains).toMatchObject([{ chainId: 31338, nodes: [{ host }] }])
    expect(await run('networks', 'test', '--chain', '1')).toBe('No such chain is enabled.')
  })

  it('has a line, with a remedy, only for each mismatch', async () => {
    const { chain, call } = await fixture()
    const { host } = new URL(chain.rpcUrl)
    const remedy = 'correct its URL or configure another node'
    const lines = probeLines(await call(testNetworks))
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(
      /^Local test chain \(31337\) at 127\.0\.0\.1:1: node should be chain 31337; /,
    )
    expect(lines[0]).toContain(
      `No payment on this chain is confirmed until a second node responds: ${remedy},`,
    )
    expect(lines[1]).toBe(
      `Local live chain (31338) at ${host}: node should be chain 31338; found chain 31337. No payment on this chain is detected: ${remedy}.`,
    )
    expect(lines.join()).not.toContain('api-key')
  })

  it('says that a node is not needed if two others respond', () => {
    const right = { host: 'right.example', mismatches: [] }
    const found = [{ subject: 'node', expected: 'chain 8453', found: 'chain 1' }]
    const nodes = [right, right, { host: 'wrong.example', mismatches: found }]
    expect(probeLines({ chains: [{ chainId: 8453, name: 'Base', nodes }] })).toEqual([
      'Base (8453) at wrong.example: node should be chain 8453; found chain 1. Its responses are not used: correct its URL or configure another node.',
    ])
  })
})
