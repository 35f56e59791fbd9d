import { expect, it } from 'vitest'
import type { Avoided } from '../../../shared/admin/restore/avoid-used-addresses.ts'
import { keepAvoiding } from './keep-avoiding.ts'

/** Plays what is found, one after the other, until there is no more and the instance ends. */
async function played(...found: (Avoided | Error)[]) {
  const ending = new AbortController()
  const warnings: string[] = []
  const pauses: number[] = []
  let asked = 0
  await keepAvoiding(
    {
      avoid: async () => {
        const next = found[asked++]
        if (next === undefined) ending.abort()
        if (next instanceof Error) throw next
        return next ?? { outcome: 'unread' }
      },
      warn: (text) => warnings.push(text),
      pause: async (ms) => void pauses.push(ms / 60_000),
      signal: ending.signal,
    },
    'test',
  )
  return { asked, warnings, minutes: pauses }
}

const unread = { outcome: 'unread' } as const

it('asks again until every node responds', async () => {
  const { asked, minutes, warnings } = await played(unread, new Error('timed out'), {
    outcome: 'unused',
  })
  expect({ asked, minutes }).toEqual({ asked: 3, minutes: [1, 2] })
  expect(warnings).toEqual([expect.stringContaining('could not be looked up: Error: timed out')])
})

it('asks at most once an hour in the end, and ends with the instance', async () => {
  const { minutes, warnings } = await played(...Array.from({ length: 9 }, () => unread))
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  expect(warnings).toEqual([])
})

it('says what was found, and what to do', async () => {
  const skipped = await played({ outcome: 'skipped', highest: 1_500 })
  expect(skipped.warnings).toEqual([expect.stringContaining('begin 10,000 after it')])
  const stopped = await played({ outcome: 'stopped', highest: 1_500 })
  expect(stopped.warnings).toEqual([
    expect.stringMatching(/no new session .* restore --mode test$/),
  ])
})
