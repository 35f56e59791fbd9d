import { expect, it } from 'vitest'
import { registerUrl } from '../../infra/aws/register-url.ts'
import { callingOperator } from '../../infra/operate/call-operator.ts'
import type { MintedSetupToken } from '../../shared/admin/setup/mint-setup-token.ts'

const outputs = {
  'shop-api': { ApiRestEndpoint: 'https://abc.execute-api.eu-central-1.amazonaws.com/live/' },
  'shop-pages': { BaseUrl: 'https://pay.example.com', CloudFrontName: 'd111.cloudfront.net' },
}

const decimals = { subject: 'decimals of USDC', expected: '6', found: '18' }

const noSeed = { networks: [], singleOperatorChains: [] }

function deployment(
  setupToken: MintedSetupToken,
  mismatches: unknown = [],
  movedFrom: string | null = null,
) {
  const calls: unknown[] = []
  const nodes = [{ host: 'base.example', mismatches }]
  const responses: Partial<Record<string, unknown>> = {
    'operator-mint-setup-token': setupToken,
    'operator-move-instance': { baseUrl: 'https://pay.example.com', movedFrom },
    'operator-seed-networks': {
      saved: [8453],
      unverified: [{ chainId: 10, reason: 'overloaded' }],
      left: [{ chainId: 137, reason: 'no node' }],
    },
    'operator-test-networks': { chains: [{ chainId: 8453, name: 'Base', nodes }] },
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
  const text = await registerUrl(outputs, connect, noSeed)
  expect(calls).toEqual([
    { functionPrefix: 'shop-' },
    {
      functionName: 'operator-move-instance',
      payload: {
        door: 'terminal',
        operation: 'move-instance',
        input: { baseUrl: 'https://pay.example.com' },
      },
    },
    {
      functionName: 'operator-mint-setup-token',
      payload: { door: 'terminal', operation: 'mint-setup-token', input: {} },
    },
    {
      functionName: 'operator-test-networks',
      payload: { door: 'terminal', operation: 'test-networks', input: {} },
    },
  ])
  expect(text).toContain('Nodes          all OK')
  expect(text).toContain('Base URL       https://pay.example.com')
  expect(text).toContain('d111.cloudfront.net')
  expect(text).toContain('Dashboard      https://pay.example.com/dashboard')
  expect(text).toContain('Setup token    secret-words')
  expect(text).toContain('FUNCTION_PREFIX=shop- npm run operate -- setup')
})

it('saves the first networks of the context, and says what could not be saved', async () => {
  const { calls, connect } = deployment({ state: 'claimed' })
  const seed = { networks: [{ chainId: 8453, urls: ['https://base.example/key'] }] }
  const text = await registerUrl(outputs, connect, { ...seed, singleOperatorChains: [8453] })
  expect(calls).toContainEqual({
    functionName: 'operator-seed-networks',
    payload: {
      door: 'terminal',
      operation: 'seed-networks',
      input: { ...seed, singleOperatorChains: [8453] },
    },
  })
  expect(text).toContain('Nodes          saved for chains 8453')
  expect(text).toContain('Nodes          chain 10 not verified yet, and tried again: overloaded')
  expect(text).toContain('Nodes          chain 137 not saved: no node')
  expect(text).not.toContain('key')
})

it('says how to replace a token that was already shown', async () => {
  const { connect } = deployment({ state: 'minted-before' })
  expect(await registerUrl(outputs, connect, noSeed)).toContain(
    'npm run operate -- setup-token --renew',
  )
})

it('reports nodes that differ from the registry, and a failed probe', async () => {
  const mismatching = deployment({ state: 'claimed' }, [decimals])
  expect(await registerUrl(outputs, mismatching.connect, noSeed)).toContain(
    'Nodes          Base (8453) at base.example: decimals of USDC should be 6; found 18. If other nodes',
  )
  const failing = deployment({ state: 'claimed' }, 'no list')
  expect(await registerUrl(outputs, failing.connect, noSeed)).toContain('Nodes          not probed')
})

it('escapes a node’s text for the terminal', async () => {
  const found = { ...decimals, found: '\u001b[2J' }
  const { connect } = deployment({ state: 'claimed' }, [found])
  expect(await registerUrl(outputs, connect, noSeed)).toContain('found \\u001b[2J.')
})

it('does not ask for setup again', async () => {
  const { connect } = deployment({ state: 'claimed' })
  const text = await registerUrl(outputs, connect, noSeed)
  expect(text).toContain('The instance is set up.')
  expect(text).not.toMatch(/setup-token|Setup token|-- setup/)
})

it('warns that a new domain voids passkeys', async () => {
  const movedTo = (movedFrom: string) =>
    registerUrl(outputs, deployment({ state: 'claimed' }, [], movedFrom).connect, noSeed)
  expect(await movedTo('https://d111.cloudfront.net')).toMatch(
    /Warning .*passkeys made at https:\/\/d111\.cloudfront\.net no longer work/,
  )
  expect(await movedTo('https://pay.example.com')).not.toContain('Warning')
})

it('says when there is no URL', async () => {
  const { connect } = deployment({ state: 'claimed' })
  const none = { 'shop-api': outputs['shop-api'] }
  await expect(registerUrl(none, connect, noSeed)).rejects.toThrow('has no pages')
})
