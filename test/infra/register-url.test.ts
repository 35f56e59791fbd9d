import { expect, it } from 'vitest'
import { registerUrl } from '../../infra/aws/register-url.ts'
import { callingOperator } from '../../infra/operate/call-operator.ts'
import type { MintedSetupToken } from '../../shared/operators/mint-setup-token.ts'

const outputs = {
  'shop-api': { ApiRestEndpoint: 'https://abc.execute-api.eu-central-1.amazonaws.com/live/' },
  'shop-pages': { BaseUrl: 'https://pay.example.com', CloudFrontName: 'd111.cloudfront.net' },
}

const decimals = { subject: 'decimals of USDC', expected: '6', found: '18' }

function deployment(setupToken: MintedSetupToken, mismatches: unknown = []) {
  const calls: unknown[] = []
  const nodes = [{ host: 'base.example', mismatches }]
  const responses: Partial<Record<string, unknown>> = {
    'operator-setup-token': setupToken,
    'operator-settings': { baseUrl: 'https://pay.example.com' },
    'operator-chains': { chains: [{ chainId: 8453, name: 'Base', nodes }] },
  }
  const call = callingOperator(async (functionName, payload) => {
    calls.push({ functionName, payload })
    return responses[functionName]
  })
  const connect = async (functionPrefix: string) => {
    calls.push({ functionPrefix })
    return call
  }
  return { calls, connect }
}

it("registers the service's URL, and shows its owner the setup token", async () => {
  const { calls, connect } = deployment({ state: 'minted', token: 'secret-words' })
  const text = await registerUrl(outputs, connect)
  expect(calls).toEqual([
    { functionPrefix: 'shop-' },
    {
      functionName: 'operator-settings',
      payload: { operation: 'move-instance', input: { baseUrl: 'https://pay.example.com' } },
    },
    {
      functionName: 'operator-setup-token',
      payload: { operation: 'mint-setup-token', input: {} },
    },
    { functionName: 'operator-chains', payload: { operation: 'probe-chains', input: {} } },
  ])
  expect(text).toContain('Nodes          all OK')
  expect(text).toContain('Base URL       https://pay.example.com')
  expect(text).toContain('d111.cloudfront.net')
  expect(text).toContain('Dashboard      https://pay.example.com/dashboard')
  expect(text).toContain('Setup token    secret-words')
  expect(text).toContain('FUNCTION_PREFIX=shop- npm run operate -- setup')
})

it('says how to replace a token that was already shown', async () => {
  const { connect } = deployment({ state: 'minted-before' })
  expect(await registerUrl(outputs, connect)).toContain('npm run operate -- setup-token --renew')
})

it('reports nodes that differ from the registry, and a failed probe', async () => {
  const mismatching = deployment({ state: 'claimed' }, [decimals])
  expect(await registerUrl(outputs, mismatching.connect)).toContain(
    'Nodes          Base (8453) at base.example: decimals of USDC should be 6; found 18. If other nodes',
  )
  const failing = deployment({ state: 'claimed' }, 'no list')
  expect(await registerUrl(outputs, failing.connect)).toContain('Nodes          not probed')
})

it('escapes a node’s text for the terminal', async () => {
  const found = { ...decimals, found: '\u001b[2J' }
  const { connect } = deployment({ state: 'claimed' }, [found])
  expect(await registerUrl(outputs, connect)).toContain('found \\u001b[2J.')
})

it('does not ask for setup again', async () => {
  const { connect } = deployment({ state: 'claimed' })
  const text = await registerUrl(outputs, connect)
  expect(text).toContain('The instance is set up.')
  expect(text).not.toMatch(/setup-token|Setup token|-- setup/)
})

it('says when there is no URL', async () => {
  const { connect } = deployment({ state: 'claimed' })
  const none = { 'shop-api': outputs['shop-api'] }
  await expect(registerUrl(none, connect)).rejects.toThrow('has no pages')
})
