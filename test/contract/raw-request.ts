import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ApiResponse } from './api-client.ts'

/** A request that no HTTP client would send: header lines and body, byte for byte. */
export type RawRequest = { head: readonly string[]; body?: Uint8Array | string }

/** Sends it on a new connection and reads the whole response. Headers are encoded as Latin-1. */
export async function sendRaw(
  baseUrl: string,
  { head, body = '' }: RawRequest,
): Promise<ApiResponse> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const response = text(socket)
  const bytes = Buffer.from(body)
  const lines = [
    ...head,
    `Host: ${hostname}`,
    'Connection: close',
    `Content-Length: ${bytes.length}`,
  ]
  socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]))
  return parseResponse(await response)
}

function parseResponse(response: string): ApiResponse {
  const end = response.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = response.slice(0, end).split('\r\n')
  const text = response.slice(end + 4)
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
  return { status: Number(statusLine.split(' ')[1]), headers, text, json: parseJson(text) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
