import { expect, it } from 'vitest'
import { createShutdown } from './shutdown.ts'

it('ends stage by stage, those of one stage together', async () => {
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

it('goes on past what fails or hangs, and names it', async () => {
  const shutdown = createShutdown(50)
  const ended: string[] = []
  shutdown.add('gateway', () => new Promise(() => {}))
  shutdown.add('functions', () => Promise.reject(new Error('broken')))
  shutdown.add('lock', () => ended.push('lock'))
  const problems = await shutdown.run()
  expect(problems).toEqual(['gateway: still running after 50 ms', 'functions: broken'])
  expect(ended).toEqual(['lock'])
})

it('ends everything once, however often it is asked', async () => {
  const shutdown = createShutdown(1000)
  let times = 0
  shutdown.add('lock', () => times++)
  await Promise.all([shutdown.run(), shutdown.run()])
  expect(times).toBe(1)
})
