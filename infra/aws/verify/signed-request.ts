import { setTimeout } from 'node:timers/promises'
import { SignatureV4 } from '@smithy/signature-v4'
import { Sha256 } from '../../../shared/aws/sha256.ts'
import { awsEndpoint } from '../../config.ts'

type Request = {
  service: 'iam' | 'cloudfront'
  credentials: ConstructorParameters<typeof SignatureV4>[0]['credentials']
  path: string
  query?: Readonly<Record<string, string>>
}

/** AWS throttles these two services sooner than others. */
const attempts = 6

/**
 * A read of one of the two global services, without clients that would be megabytes for five calls. Undefined if there is
 * no such thing.
 */
export async function signedRequest(asked: Request): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send(asked)
    const text = await response.text()
    if (response.ok) return text
    if (response.status === 404) return undefined
    const isThrottled = response.status === 429 || /Throttling|TooManyRequests/.test(text)
    if (!isThrottled || attempt === attempts) {
      const { service, path, query } = asked
      throw new Error(`${service} ${query?.['Action'] ?? path} failed: ${text.slice(0, 300)}`)
    }
    await setTimeout(attempt * 1000)
  }
}

async function send({ service, credentials, path, query = {} }: Request): Promise<Response> {
  const url = new URL(path, awsEndpoint() ?? `https://${service}.amazonaws.com`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const { host, hostname, protocol } = url
  const signer = new SignatureV4({ credentials, region: 'us-east-1', service, sha256: Sha256 })
  const request = { method: 'GET', protocol, hostname, path, query, headers: { host } }
  const { headers } = await signer.sign(request)
  return fetch(url, { headers, redirect: 'error' })
}
