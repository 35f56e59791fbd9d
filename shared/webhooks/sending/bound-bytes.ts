import type { ClientRequest } from 'node:http'

/**
 * Ends a request whose receiver sends more than so many bytes, whatever they are: interim answers and what chunks carry
 * besides their data never show in an answer, and have no end.
 */
export function boundBytes(request: ClientRequest, mostBytes: number): void {
  let received = 0
  request.once('socket', (socket) => {
    socket.on('data', (bytes) => {
      received += bytes.length
      if (received > mostBytes) request.destroy(tooLong(mostBytes))
    })
  })
}

function tooLong(mostBytes: number): NodeJS.ErrnoException {
  const message = `the answer takes more than ${mostBytes} bytes`
  return Object.assign(new Error(message), { code: 'ERR_HTTP_ANSWER_TOO_LONG' })
}
