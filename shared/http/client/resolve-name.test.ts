import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { describe, expect, it, onTestFinished } from 'vitest'
import { publicResolver } from './resolve-name.ts'

const typeA = 1

/** The response of a name server: 203.0.113.7 for A, nothing for anything else. */
function answerTo(query: Uint8Array): Buffer {
  const end = query.indexOf(0, 12) + 5
  const question = Buffer.from(query.subarray(0, end))
  const count = question.readUInt16BE(end - 4) === typeA ? 1 : 0
  question.writeUInt16BE(0x8180, 2)
  question.writeUInt16BE(count, 6)
  question.writeUInt16BE(0, 10)
  const record = [0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 9, 0, 4, 203, 0, 113, 7]
  return Buffer.concat([question, Buffer.from(count ? record : [])])
}

/** A name server that responds for names of `dead.example` only on request. */
async function aNameServer() {
  const socket: Socket = createSocket('udp4')
  const held: (() => void)[] = []
  socket.on('message', (query: Uint8Array, { port, address }: RemoteInfo) => {
    const reply = () => socket.send(answerTo(query), port, address)
    if (Buffer.from(query).includes('dead')) held.push(reply)
    else reply()
  })
  await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready))
  onTestFinished(() => new Promise((closed) => socket.close(() => closed())))
  return { held, resolve: publicResolver({ servers: [`127.0.0.1:${socket.address().port}`] }) }
}

describe('a public name', () => {
  it('is found while the servers of many others do not respond', async () => {
    const { held, resolve } = await aNameServer()
    const dead = Array.from({ length: 10 }, (_, number) => `shop${number}.dead.example`)
    const others = Promise.all(dead.map((name) => resolve(name, {})))
    expect(await resolve('shop.example', {})).toEqual([{ address: '203.0.113.7', family: 4 }])
    expect(held.length).toBeGreaterThan(0)
    await expect.poll(() => held).toHaveLength(2 * dead.length)
    for (const reply of held) reply()
    expect(await others).toHaveLength(dead.length)
  })

  it('that nobody can be asked about is not resolved', async () => {
    const resolve = publicResolver({ servers: ['127.0.0.1:1'] })
    await expect(resolve('shop.example', {})).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})
