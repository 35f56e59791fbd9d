import { expect, it } from 'vitest'
import { nodeUrlContext, trustedNow } from './network.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

it('a network is decided by one operator alone only while its owner says so', () => {
  const trusted = { operator: 'a.example', until: later(10) }
  expect(trustedNow({ trusted }, later(9))).toBe('a.example')
  expect(trustedNow({ trusted }, later(10))).toBeUndefined()
  expect(trustedNow({ trusted: null }, now)).toBeUndefined()
})

it('the seal of a URL is bound to mode and chain', () => {
  expect(nodeUrlContext({ mode: 'live', chainId: 1 })).toEqual({ mode: 'live', chainId: '1' })
})
