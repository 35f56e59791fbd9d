import { expect, it } from 'vitest'
import { paceOf } from './pace.ts'

const sent = { hash: '0x01', url: null }
const pace = (view: Parameters<typeof paceOf>[0], isHidden = false, canStream = true) =>
  paceOf(view, { isHidden, canStream })

it('a payment that a wallet has sent is streamed, if streams work and somebody is there', () => {
  expect(pace({ status: 'pending', reported: sent })).toEqual({ kind: 'stream' })
  expect(pace({ status: 'pending', reported: sent }, false, false)).toMatchObject({ kind: 'poll' })
  expect(pace({ status: 'pending', reported: sent }, true)).toMatchObject({ kind: 'poll' })
})

it.each([
  ['pending', null],
  ['detected', sent],
  ['expired', null],
] as const)(
  'what is %s otherwise is shown after less than 3 seconds on average',
  (status, reported) => {
    const polls = pace({ status, reported })
    expect(polls.kind === 'poll' && polls.everyMs / 2).toBeLessThan(3_000)
  },
)
