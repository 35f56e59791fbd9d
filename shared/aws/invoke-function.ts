import { SignatureV4 } from '@smithy/signature-v4'
import type { Config } from '../kernel/operation/config.ts'
import { Sha256 } from './sha256.ts'

/** Half of the caller's own time limit, and as long as the invoked function may take. */
const patienceMs = 10_000

/** Invokes a function and returns its result. Throws if it fails, or doesn't respond within 10 s. */
export type InvokeFunction = (name: string, event: object) => Promise<unknown>

/** Without the SDK's client, which knows 80 operations and would be a seventh of the caller's bundle. */
export function invokingFunctions(config: Config): InvokeFunction {
  return async (name, event) => {
    const { url, ...request } = await signed(config, name, JSON.stringify(event))
    const signal = AbortSignal.timeout(patienceMs)
    const response = await fetch(url, { ...request, signal, redirect: 'error' })
    const text = await response.text()
    const failure = response.headers.get('x-amz-function-error')
    if (response.ok && failure === null) return JSON.parse(text)
    throw new Error(`${name} failed (${failure ?? response.status}): ${text.slice(0, 500)}`)
  }
}

async function signed(config: Config, name: string, body: string) {
  const region = config('AWS_REGION')
  const endpoint =
    config('AWS_ENDPOINT_URL_LAMBDA') ??
    config('AWS_ENDPOINT_URL') ??
    `https://lambda.${region}.amazonaws.com`
  const url = new URL(`/2015-03-31/functions/${name}/invocations`, endpoint)
  const { host, hostname, protocol, pathname: path } = url
  // Lambda renews them with the process, not in between.
  const sessionToken = config('AWS_SESSION_TOKEN')
  const credentials = {
    accessKeyId: config('AWS_ACCESS_KEY_ID'),
    secretAccessKey: config('AWS_SECRET_ACCESS_KEY'),
    ...(sessionToken && { sessionToken }),
  }
  const signer = new SignatureV4({ credentials, region, service: 'lambda', sha256: Sha256 })
  const headers = { host, 'content-type': 'application/json' }
  const request = { method: 'POST', protocol, hostname, path, headers, body }
  return { url, method: 'POST', body, headers: (await signer.sign(request)).headers }
}
