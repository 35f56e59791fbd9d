import { describe, expect, it } from 'vitest'
import { originKeyCode } from '../../infra/aws/constructs/origin-key-code.ts'
import type { ResourceRequest } from '../../infra/aws/constructs/read-origin-key.ts'

const request: ResourceRequest = {
  RequestType: 'Create',
  ResponseURL: 'https://cloudformation.test/response',
  StackId: 'stack',
  RequestId: 'request',
  LogicalResourceId: 'OriginKeyValue1',
  ResourceProperties: { KeyId: 'a1b2c3' },
}

type Handler = (request: ResourceRequest) => Promise<void>

/** Runs the code as deployed, beside an API Gateway that has these keys. Returns what CloudFormation is sent. */
async function run(
  keys: Readonly<Record<string, string>>,
  changes: Partial<ResourceRequest>,
  deniedSeconds = 0,
) {
  const sent: [string, unknown][] = []
  let seconds = 0
  class APIGateway {
    async getApiKey({ apiKey, includeValue }: { apiKey: string; includeValue: boolean }) {
      if (seconds < deniedSeconds) throw new Error('AccessDeniedException')
      if (!(apiKey in keys)) throw new Error(`no key ${apiKey}`)
      return includeValue ? { value: keys[apiKey] } : {}
    }
  }
  const fetch = async (url: string, { body }: { body: string }) => {
    sent.push([url, JSON.parse(body)])
  }
  const exports: { handler?: Handler } = {}
  const setTimeout = (resume: () => void, milliseconds: number) => {
    seconds += milliseconds / 1000
    resume()
  }
  const start = new Function('exports', 'require', 'fetch', 'setTimeout', originKeyCode())
  start(exports, () => ({ APIGateway }), fetch, setTimeout)
  await exports.handler?.({ ...request, ...changes })
  return sent
}

const { StackId, RequestId, LogicalResourceId } = request
const about = { StackId, RequestId, LogicalResourceId, NoEcho: true }

describe('the function that reads the origin key', () => {
  it('hands its value to CloudFormation, which hides it', async () => {
    const sent = await run({ a1b2c3: 'secret' }, {})
    const body = { ...about, Status: 'SUCCESS', PhysicalResourceId: 'a1b2c3' }
    expect(sent).toEqual([[request.ResponseURL, { ...body, Data: { Value: 'secret' } }]])
  })

  it('reads for a minute, because IAM takes a while to apply what its role has just been allowed', async () => {
    const [[, read] = []] = await run({ a1b2c3: 'secret' }, {}, 55)
    expect(read).toMatchObject({ Status: 'SUCCESS', Data: { Value: 'secret' } })
    const [[, denied] = []] = await run({ a1b2c3: 'secret' }, {}, 65)
    expect(denied).toMatchObject({ Status: 'FAILED', Reason: 'Error: AccessDeniedException' })
  })

  it.each([
    ['that is gone', {}],
    ['without a value', { a1b2c3: '' }],
  ])('reports a key %s, so that no deployment waits for it', async (_, keys) => {
    const [[, body] = []] = await run(keys, {})
    expect(body).toMatchObject({ ...about, Status: 'FAILED', Reason: expect.any(String) })
    expect(body).not.toHaveProperty('Data')
  })

  it('has nothing to delete, also after the key is gone', async () => {
    const old = { RequestType: 'Delete', PhysicalResourceId: 'a0' } as const
    const [[, body] = []] = await run({}, old)
    expect(body).toEqual({ ...about, Status: 'SUCCESS', PhysicalResourceId: 'a0' })
  })

  it('fits into a template', () => {
    expect(originKeyCode().length).toBeLessThan(4096)
  })
})
