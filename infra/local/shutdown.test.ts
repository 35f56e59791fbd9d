import { expect, it } from 'vitest'
import { createShutdown } from './shutdown.ts'

it('ends stage by stage, and the steps of a stage in parallel', async () => {
  const shutdown = createShutdown(1000)
  const ended: string[] = []
  const meeting = Promise.withResolvers<void>()
  shutdown.add('lock', () => ended.push('lock'))
  shutdown.add('chains', async () => {
    await meeting.promise
    ended.push('first chain')
  })
  shutdown.add('chains', () => {
    ended.push('second chain')
    meeting.resolve()
  })
  shutdown.add('gateway', () => ended.push('gateway'))
  expect(await shutdown.run()).toEqual([])
  expect(ended).toEqual(['gateway', 'second chain', 'first chain', 'lock'])
})

it('continues after a step that fails or hangs, and reports it', async () => {
  const shutdown = createShutdown(50)
  const ended: string[] = []
  shutdown.add('gateway', () => new Promise(() => {}))
  shutdown.add('functions', () => Promise.reject(new Error('broken')))
  shutdown.add('lock', () => ended.push('lock'))
  const problems = await shutdown.run()
  expect(problems).toEqual(['gateway: still running after 50 ms', 'functions: broken'])
  expect(ended).toEqual(['lock'])
})

it('forces a step that times out or fails, and awaits that', async () => {
  const shutdown = createShutdown(50)
  const ended: string[] = []
  shutdown.add('chains', () => new Promise(() => {}), { force: () => ended.push('a node') })
  shutdown.add('chains', () => ended.push('another'), { force: () => ended.push('never') })
  shutdown.add('services', () => Promise.reject(new Error('broken')), {
    force: () => Promise.reject(new Error('could not be killed')),
  })
  shutdown.add('lock', () => ended.push('lock'))
  expect(await shutdown.run()).toEqual([
    'chains: still running after 50 ms; killed',
    'services: broken; could not be killed',
  ])
  expect(ended).toEqual(['another', 'a node', 'lock'])
})

it('ends everything once, however often it is called', async () => {
  const shutdown = createShutdown(1000)
  let times = 0
  shutdown.add('lock', () => times++)
  await Promise.all([shutdown.run(), shutdown.run()])
  expect(times).toBe(1)
})
