import { SignatureV4 } from '@smithy/signature-v4'
import { describe, expect, it } from 'vitest'
import { callerProof } from '../../shared/admin/operators/caller-identity/caller-proof.ts'
import { provenCaller } from '../../shared/admin/operators/caller-identity/proven-caller.ts'
import { Sha256 } from '../../shared/aws/sha256.ts'
import { proveCaller } from './prove-caller.ts'

const region = 'eu-central-1'
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI',
  sessionToken: 'token/+=',
}
const arn = 'arn:aws:sts::123456789012:assumed-role/Owner/ada@example.com'
const invocation = {
  functionName: 'quittance-operator-sessions',
  payload: { operation: 'accept-payment', input: { id: 'cs_1', note: 'asked', none: undefined } },
}
/** The invocation as the function gets it. */
const received = { ...invocation, payload: JSON.parse(JSON.stringify(invocation.payload)) }

/** A fake STS with one secret, which verifies requests as STS does. */
function sts(respond: () => Response = () => Response.json(identityOf(arn))) {
  const urls: string[] = []
  const fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(String(input))
    urls.push(url.href)
    const query = Object.fromEntries(url.searchParams)
    const signer = new SignatureV4({ credentials, region, service: 'sts', sha256: Sha256 })
    const headers = Object.fromEntries(new Headers(init.headers))
    const expected = await signer.presign(
      {
        method: 'GET',
        protocol: 'https:',
        hostname: url.host,
        path: url.pathname,
        query: { Action: query['Action'] ?? '', Version: query['Version'] ?? '' },
        headers: {
          host: url.host,
          'x-quittance-invocation': headers['x-quittance-invocation'] ?? '',
        },
      },
      { expiresIn: 60, signingDate: dateOf(query['X-Amz-Date'] ?? '') },
    )
    const isRight = expected.query?.['X-Amz-Signature'] === query['X-Amz-Signature']
    return isRight ? respond() : new Response('{}', { status: 403 })
  }
  return { deps: { fetch, region }, urls }
}

function identityOf(Arn: string) {
  return { GetCallerIdentityResponse: { GetCallerIdentityResult: { Arn } } }
}

function dateOf(text: string): Date {
  return new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

const prove = () => proveCaller({ region, credentials }, invocation)

describe('a proof of the caller', () => {
  it('yields the ARN that STS returns, and contains no secret', async () => {
    const proof = await prove()
    expect(callerProof.parse(JSON.parse(JSON.stringify(proof)))).toEqual(proof)
    expect(JSON.stringify(proof)).not.toContain(credentials.secretAccessKey)
    const { deps, urls } = sts()
    expect(await provenCaller(deps, { ...received, proof })).toBe(arn)
    expect(urls).toEqual([
      expect.stringMatching(/^https:\/\/sts\.eu-central-1\.amazonaws\.com\/\?/),
    ])
  })

  it.each([
    ['another payload', { ...received, payload: { ...received.payload, input: { id: 'cs_2' } } }],
    ['another function', { ...received, functionName: 'quittance-operator-keys' }],
  ])('is invalid with %s', async (_, other) => {
    const proof = await prove()
    await expect(provenCaller(sts().deps, { ...other, proof })).rejects.toThrow('status 403')
  })

  it('is invalid in another Region', async () => {
    const proof = await prove()
    const deps = { ...sts().deps, region: 'us-east-1' }
    await expect(provenCaller(deps, { ...received, proof })).rejects.toThrow('status 403')
  })

  it.each([
    { credential: 'AKIAIOSFODNN7EXAMPLE/20261122/eu-central-1/sts/aws4_request@evil.example' },
    { credential: 'AKIAIOSFODNN7EXAMPLE/20261122/eu-central-1/iam/aws4_request' },
    { signature: `${'0'.repeat(63)}&` },
    { expiresSeconds: 604_800 },
    { url: 'https://evil.example/' },
    { date: '2026' },
  ])('is not created with %j', async (changes) => {
    expect(callerProof.safeParse({ ...(await prove()), ...changes }).success).toBe(false)
  })

  it.each([
    ['an unusable response', () => Response.json({})],
    ['no ARN', () => Response.json(identityOf('arn:aws:iam::1:user/a\nb'))],
    ['too much', () => new Response(JSON.stringify(identityOf(arn)).padEnd(10_001))],
    ['no JSON', () => new Response('<html>')],
  ])('is invalid if STS returns %s', async (_, respond) => {
    const proof = await prove()
    await expect(provenCaller(sts(respond).deps, { ...received, proof })).rejects.toThrow()
  })
})
