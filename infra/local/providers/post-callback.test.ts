import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { postCallback } from './post-callback.ts'

it('is posted again until it is accepted', async () => {
  const seen: (string | undefined)[] = []
  const server = createServer(({ url, socket }, response) => {
    seen.push(url)
    if (seen.length < 2) socket.destroy()
    else response.writeHead(seen.length < 3 ? 503 : 200).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  await postCallback(`http://127.0.0.1:${port}/hook`, { body: '{}', headers: {} }, 1)
  expect(seen).toEqual(['/hook', '/hook', '/hook'])
})
