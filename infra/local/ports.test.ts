import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { testDataDir } from './aws/test-data-dir.ts'
import { choosePorts } from './ports.ts'

async function occupy(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

it('keeps every port across restarts', async () => {
  const folder = await testDataDir()
  const first = await choosePorts(folder, 0, [])
  expect(new Set(Object.values(first)).size).toBe(10)
  expect(await choosePorts(folder, 0, [])).toEqual(first)
})

it('replaces a port that is no longer free, unless it is one of ours', async () => {
  const folder = await testDataDir()
  const first = await choosePorts(folder, 0, [])
  await occupy(first.sqs)
  await occupy(first.testChain)
  const second = await choosePorts(folder, 0, [first.testChain])
  expect(second).toEqual({ ...first, sqs: second.sqs })
  expect(second.sqs).not.toBe(first.sqs)
})

it('never replaces the configured port', async () => {
  const folder = await testDataDir()
  const port = await occupy(0)
  await expect(choosePorts(folder, port, [])).rejects.toThrow(
    `Port ${port} is in use. Set PORT to another one.`,
  )
})
