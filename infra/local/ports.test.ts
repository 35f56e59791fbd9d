import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { testDataDir } from './aws/test-data-dir.ts'
import { choosePorts, type HeldPorts, type Ports } from './ports.ts'

async function chosen(folder: string, wanted: number): Promise<Ports> {
  const ports = await choosePorts(folder, wanted)
  await takeAll(ports)
  return ports.numbers
}

const names = (ports: Ports) => Object.keys(ports) as (keyof Ports)[]

async function takeAll({ numbers, take }: HeldPorts): Promise<void> {
  await Promise.all(names(numbers).map(take))
}

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
  const first = await chosen(folder, 0)
  expect(new Set(Object.values(first)).size).toBe(11)
  expect(await chosen(folder, 0)).toEqual(first)
})

it('replaces a port that is no longer free', async () => {
  const folder = await testDataDir()
  const first = await chosen(folder, 0)
  await occupy(first.sqs)
  const second = await chosen(folder, 0)
  expect(second).toEqual({ ...first, sqs: second.sqs })
  expect(second.sqs).not.toBe(first.sqs)
})

it('never replaces the configured port', async () => {
  const folder = await testDataDir()
  const port = await occupy(0)
  await expect(chosen(folder, port)).rejects.toThrow(
    `Port ${port} is in use. Set PORT to another one.`,
  )
})

it('lets nobody else listen on a port before its service does', async () => {
  const ports = await choosePorts(await testDataDir(), 0)
  onTestFinished(() => takeAll(ports))
  await expect(occupy(ports.numbers.gateway)).rejects.toThrow('EADDRINUSE')
  expect(await occupy(await ports.take('gateway'))).toBe(ports.numbers.gateway)
})

it('shares no port with an instance that starts at the same time', async () => {
  const starts = Array.from({ length: 4 }, async () => choosePorts(await testDataDir(), 0))
  const all = await Promise.all(starts)
  onTestFinished(async () => void (await Promise.all(all.map(takeAll))))
  expect(new Set(all.flatMap(({ numbers }) => Object.values(numbers))).size).toBe(44)
})
