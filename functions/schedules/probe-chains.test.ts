import { expect, it, onTestFinished } from 'vitest'
import { startTestChain } from '../../test/chain-fixture.ts'
import { logLines } from '../../test/log-lines.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { serve } from './probe-chains.ts'

it('logs what contradicts the registry at a node, named by its host, and that the chain lacks nodes', async () => {
  const chain = await startTestChain()
  onTestFinished(() => chain.stop())
  const keyed = `${chain.rpcUrl}/v2/api-key`
  const urls = { 31337: [chain.rpcUrl], 31338: [keyed] }
  const { config } = await serviceFunctions({}, urls)
  const { lines } = logLines()
  const probe = serve(config)
  expect(await probe({})).toEqual({ mismatches: 1 })
  const { host } = new URL(chain.rpcUrl)
  const mismatch = { level: 'WARN', message: 'chain mismatch', node: host, subject: 'node' }
  const lacking = { level: 'WARN', message: 'chain nodes are not what they were' }
  expect(lines()).toMatchObject([
    { ...mismatch, chainId: 31338 },
    { ...lacking, chainId: 31338 },
  ])
  expect(JSON.stringify(lines())).not.toContain('api-key')
})

it('probes nothing twice within an hour, but what is not verified', async () => {
  const chain = await startTestChain()
  onTestFinished(() => chain.stop())
  const { config } = await serviceFunctions({}, { 31337: [chain.proxy.rpcUrl] })
  const probe = serve(config)
  await probe({})
  const { length } = chain.proxy.requests
  expect(length).toBeGreaterThan(0)
  await probe({})
  expect(chain.proxy.requests).toHaveLength(length)
})
