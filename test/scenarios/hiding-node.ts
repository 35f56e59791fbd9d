import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { toHex } from 'viem'
import { onTestFinished } from 'vitest'
import type { Till } from './till.ts'

/** A node whose answers hold nothing where the amount should be. */
export async function hidingNode(till: Till, amountBase: bigint): Promise<string> {
  const word = amountBase.toString(16).padStart(64, '0')
  const server = createServer(async (incoming, outgoing) => {
    const answer = await fetch(till.chain.rpcUrl, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: await text(incoming),
    })
    const hidden = (await answer.text())
      .replaceAll(word, '0'.repeat(64))
      .replaceAll(`"${toHex(amountBase)}"`, '"0x0"')
    outgoing.setHeader('content-type', 'application/json').end(hidden)
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${port}`
}
