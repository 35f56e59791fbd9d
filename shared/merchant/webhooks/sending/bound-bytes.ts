import type { ClientRequest } from 'node:http'

/**
 * Ends a request whose receiver sends more than this many bytes of any kind: interim responses and chunk extensions
 * never show in a response, and can be endless.
 */
export function boundBytes(request: ClientRequest, maxBytes: number): void {
  let received = 0
  request.once('socket', (socket) => {
    socket.on('data', (bytes) => {
      received += bytes.length
      if (received > maxBytes) request.destroy(tooLong(maxBytes))
    })
  })
}

function tooLong(maxBytes: number): NodeJS.ErrnoException {
  const message = `the response has more than ${maxBytes} bytes`
  return Object.assign(new Error(message), { code: 'ERR_HTTP_RESPONSE_TOO_LONG' })
}
