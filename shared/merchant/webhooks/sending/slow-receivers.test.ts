import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import {
  listening,
  local,
  receiving,
  requestTo,
  resolvingTo,
  strict,
} from '../../../../test/send-fixture.ts'
import type { ReceiverResponse } from '../../../../test/webhook-receiver.ts'
import type { Resolve } from '../../../http/client/resolve-name.ts'
import { sendWebhook } from './send.ts'

describe('a receiver that sends bytes that never show in a response', () => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

  it.each([
    ['interim responses', '', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)],
    ['what chunks carry besides data', chunked, `1;${'x'.repeat(16_000)}\r\na\r\n`],
  ])('is cut long before the deadline: %s', async (_, head, endless) => {
    let written = 0
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      const pour = () => {
        while (!socket.destroyed && socket.write(endless)) written += endless.length
      }
      socket.on('drain', pour).once('data', () => {
        socket.write(head)
        pour()
      })
    })
    const url = `http://127.0.0.1:${await listening(server)}/`
    const outcome = await sendWebhook(requestTo(url), { ...local, timeoutMs: 5_000 })
    expect(outcome).toMatchObject({ kind: 'failed' })
    expect(outcome).not.toMatchObject({ error: 'timed_out' })
    expect(written).toBeLessThan(32 * 1024 * 1024)
  })
})

describe('a receiver that takes its time', () => {
  const deadline = { ...local, timeoutMs: 300 }
  const timedOut = { kind: 'failed', error: 'timed_out', message: 'no complete response in time' }

  function dripping(response: ServerResponse, drip: () => void): void {
    const timer = setInterval(drip, 20)
    response.on('close', () => clearInterval(timer))
  }

  it.each<[string, ReceiverResponse]>([
    ['never responds', () => undefined],
    [
      'drips its body',
      (response) => {
        response.writeHead(200)
        dripping(response, () => response.write('x'))
      },
    ],
    [
      'sends a head and no body',
      (response) => {
        response.writeHead(200, { 'content-length': '5' }).flushHeaders()
      },
    ],
    [
      'sends interim responses only',
      (response) => dripping(response, () => response.writeProcessing()),
    ],
    [
      'drips its head',
      (response, { socket }) => {
        socket.write('HTTP/1.1 200 OK\r\nX-A: ')
        dripping(response, () => socket.write('x'))
      },
    ],
  ])('is cut at the deadline: %s', async (_, response) => {
    const receiver = await receiving(response)
    const startedAt = performance.now()
    const outcome = await sendWebhook(requestTo(receiver.url), deadline)
    expect(outcome).toEqual(timedOut)
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })

  it('is cut at the deadline: its name server never responds', async () => {
    const url = 'https://shop.example.com/'
    const never: Resolve = () => new Promise(() => undefined)
    const options = { ...strict, timeoutMs: 300, resolve: never }
    expect(await sendWebhook(requestTo(url), options)).toEqual(timedOut)
  })

  it('is cut at the deadline: it takes the connection and no TLS', async () => {
    const port = await listening(createServer())
    const url = `https://localhost:${port}/`
    expect(await sendWebhook(requestTo(url), deadline)).toEqual(timedOut)
  })
})

/** A thread that takes no connection until it is let go: those that its backlog does not hold have to knock again. */
const reluctant = `
  const { parentPort, workerData } = require('node:worker_threads')
  const server = require('node:http').createServer((_, response) => response.end())
  server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(workerData, 0, 0)
  })
`

describe('a receiver that is far away', () => {
  it('is reached by its first address, though the other one leads nowhere', async () => {
    const held = new Int32Array(new SharedArrayBuffer(4))
    const thread = new Worker(reluctant, { eval: true, workerData: held })
    onTestFinished(async () => void (await thread.terminate()))
    const [port] = z.tuple([z.int()]).parse(await once(thread, 'message'))
    for (let filled = 0; filled < 2; filled++) {
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      await once(socket, 'connect')
    }
    const resolve = resolvingTo(['127.0.0.1', '::1'])
    const url = `http://localhost:${port}/`
    const sending = sendWebhook(requestTo(url), { ...local, resolve })
    // Its knock is out by then; the next one comes a second later.
    await setImmediate()
    Atomics.store(held, 0, 1)
    Atomics.notify(held, 0)
    expect(await sending).toMatchObject({ kind: 'responded', statusCode: 200 })
  })
})
