import { Readable } from 'node:stream'
import { WireError } from '../infra/local/aws/wire-error.ts'
import { type Handle, interceptable, type WireRequest } from './aws-calls.ts'

type Service = { handle: (operation: string, body: Buffer) => Promise<unknown> }

/** Passes an AWS client's requests to a service in this process instead of a socket. */
export function inProcess(service: Service) {
  const nothing = () => undefined
  return {
    handle: interceptable(handleOf(service)),
    destroy: nothing,
    updateHttpClientConfig: nothing,
    httpHandlerConfigs: () => ({}),
  }
}

export function handleOf(service: Service): Handle {
  return async (request) => {
    const { status, body } = await respond(service, request)
    const headers = { 'content-type': 'application/x-amz-json-1.0' }
    const text = Buffer.from(JSON.stringify(body))
    return { response: { statusCode: status, headers, body: Readable.from([text]) } }
  }
}

async function respond(service: Service, { headers, body }: WireRequest) {
  const [, operation = ''] = (headers['x-amz-target'] ?? '').split('.')
  try {
    return { status: 200, body: await service.handle(operation, bytesOf(body)) }
  } catch (error) {
    if (error instanceof WireError) return error
    throw error
  }
}

/** The SDK warns whoever reads its bytes as a text, which `Buffer.from` does with a view of them. */
function bytesOf(body: unknown): Buffer {
  if (!(body instanceof Uint8Array)) return Buffer.from(String(body))
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}
