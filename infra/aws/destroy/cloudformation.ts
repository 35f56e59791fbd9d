import { LambdaClient } from '@aws-sdk/client-lambda'
import { SignatureV4 } from '@smithy/signature-v4'
import { Sha256 } from '../../../functions/services/sha256.ts'
import { cloudFormationEndpoint } from '../../config.ts'

const attempts = 4

/**
 * Calls CloudFormation in a Region and returns the response's XML. The few calls of a removal are not worth a client of
 * their own among the dependencies.
 */
export async function cloudFormation(
  region: string,
  action: string,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const response = await send(region, new URLSearchParams({ ...parameters, Action: action }))
    const xml = await response.text()
    if (response.ok) return xml
    const [code = `HTTP ${response.status}`] = elementsOf(xml, 'Code')
    const isPassing = response.status >= 500 || code === 'Throttling'
    if (isPassing && attempt < attempts) continue
    const [message = code] = elementsOf(xml, 'Message')
    throw Object.assign(new Error(message), { name: exceptions[code] ?? code })
  }
}

/** Codes of this protocol that other services of AWS name differently. */
const exceptions: Readonly<Record<string, string>> = {
  ExpiredToken: 'ExpiredTokenException',
  InvalidClientTokenId: 'InvalidClientTokenId',
  SignatureDoesNotMatch: 'InvalidSignatureException',
}

/** The contents of all elements of a name that don't contain another of that name. */
export function elementsOf(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))
  return [...found].map(([, content = '']) => content)
}

async function send(region: string, form: URLSearchParams): Promise<Response> {
  form.set('Version', '2010-05-15')
  // Finds credentials as every client of the AWS SDK does.
  const { credentials } = new LambdaClient({ region }).config
  const service = 'cloudformation'
  const url = new URL(cloudFormationEndpoint ?? `https://${service}.${region}.${suffixOf(region)}`)
  const signer = new SignatureV4({ credentials, region, service, sha256: Sha256 })
  const body = form.toString()
  const { headers } = await signer.sign({
    ...{ method: 'POST', protocol: url.protocol, hostname: url.hostname, path: '/', body },
    headers: { host: url.host, 'content-type': 'application/x-www-form-urlencoded' },
  })
  return fetch(url, { method: 'POST', headers, body })
}

function suffixOf(region: string): string {
  return region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
}
