import { expect, it } from 'vitest'
import { tellAddress } from '../../infra/aws/tell-address.ts'
import type { CallOperator } from '../../infra/operate/operator-functions.ts'

const outputs = {
  'shop-api': { ApiRestEndpoint: 'https://abc.execute-api.eu-central-1.amazonaws.com/live/' },
  'shop-pages': { BaseUrl: 'https://pay.example.com', CloudFrontName: 'd111.cloudfront.net' },
}

function deployment({ isSetUp }: { isSetUp: boolean }) {
  const calls: unknown[] = []
  const call: CallOperator = async (functionName, payload) => {
    calls.push({ functionName, payload })
    return { baseUrl: 'https://pay.example.com', isSetUp }
  }
  const connect = async (functionPrefix: string) => {
    calls.push({ functionPrefix })
    return call
  }
  return { calls, connect }
}

it('tells the service where it is reached', async () => {
  const { calls, connect } = deployment({ isSetUp: false })
  const text = await tellAddress(outputs, connect)
  expect(calls).toEqual([
    { functionPrefix: 'shop-' },
    {
      functionName: 'operator-settings',
      payload: { command: 'move', baseUrl: 'https://pay.example.com' },
    },
  ])
  expect(text).toContain('Base URL       https://pay.example.com')
  expect(text).toContain('d111.cloudfront.net')
  expect(text).toContain('FUNCTION_PREFIX=shop- npm run operate -- setup')
})

it('does not ask for the set-up again', async () => {
  const { connect } = deployment({ isSetUp: true })
  expect(await tellAddress(outputs, connect)).not.toContain('setup')
})

it('says when there is no address', async () => {
  const { connect } = deployment({ isSetUp: true })
  const none = { 'shop-api': outputs['shop-api'] }
  await expect(tellAddress(none, connect)).rejects.toThrow('has no pages')
})
