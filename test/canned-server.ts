import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'

type CannedAnswer = { status?: number; headers?: Record<string, string>; body: string }

export type CannedServer = {
  url: string
  /** What is answered, by path with query; anything else is a 404. */
  answers: Map<string, CannedAnswer | 'never'>
  requests: { path: string; headers: IncomingHttpHeaders }[]
}

/** An HTTP server that says what the test puts in its mouth; it goes away with the test. */
export async function startCannedServer(): Promise<CannedServer> {
  const answers: CannedServer['answers'] = new Map()
  const requests: CannedServer['requests'] = []
  const server = createServer(({ url: path = '/', headers }, response) => {
    requests.push({ path, headers })
    const answer = answers.get(path) ?? { status: 404, body: '{"message":"NotFound"}' }
    if (answer === 'never') return
    response.writeHead(answer.status ?? 200, {
      'content-type': 'application/json',
      ...answer.headers,
    })
    response.end(answer.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `http://127.0.0.1:${port}`, answers, requests }
}
