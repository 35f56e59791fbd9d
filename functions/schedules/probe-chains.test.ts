import { expect, it, onTestFinished } from 'vitest'
import { startTestChain } from '../../test/chain-fixture.ts'
import { logLines } from '../../test/log-lines.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { serve } from './probe-chains.ts'

it('logs where a node, named by its host, contradicts the registry', async () => {
  const chain = await startTestChain()
  onTestFinished(() => chain.stop())
  const keyed = `${chain.rpcUrl}/v2/api-key`
  const urls = { 31337: [chain.rpcUrl], 31338: [keyed] }
  const { config } = await serviceFunctions({}, urls)
  const { lines } = logLines()
  expect(await serve(config)({})).toEqual({ mismatches: 1 })
  const { host } = new URL(chain.rpcUrl)
  expect(lines()).toMatchObject([
    { level: 'WARN', message: 'chain mismatch', chainId: 31338, node: host, subject: 'node' },
  ])
  expect(JSON.stringify(lines())).not.toContain('api-key')
})
