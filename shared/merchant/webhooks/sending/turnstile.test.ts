import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTurnstile } from './turnstile.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const open = () => openTurnstile({ places: () => 2, line: 2, patienceMs: 100 })

/** The state of an entry so far. */
function entering(entry: Promise<(() => void) | undefined>) {
  const state: { result: 'waiting' | 'in' | 'out'; leave: () => void } = {
    result: 'waiting',
    leave: () => undefined,
  }
  void entry.then((leave) => {
    state.result = leave ? 'in' : 'out'
    state.leave = leave ?? state.leave
  })
  return state
}

const settled = () => vi.advanceTimersByTimeAsync(0)

describe('a turnstile', () => {
  it('lets its number in, for each key', async () => {
    const turnstile = open()
    const entries = ['a', 'a', 'a', 'b'].map((key) => entering(turnstile.enter(key)))
    await settled()
    expect(entries.map(({ result }) => result)).toEqual(['in', 'in', 'waiting', 'in'])
  })

  it('lets those in line in, one for each who leaves, in their order', async () => {
    const turnstile = open()
    const entries = ['a', 'a', 'a', 'a'].map((key) => entering(turnstile.enter(key)))
    await settled()
    entries[1]?.leave()
    await settled()
    expect(entries.map(({ result }) => result)).toEqual(['in', 'in', 'in', 'waiting'])
  })

  it('turns away who finds the line full', async () => {
    const turnstile = open()
    const entries = ['a', 'a', 'a', 'a', 'a'].map((key) => entering(turnstile.enter(key)))
    await settled()
    expect(entries.map(({ result }) => result)).toEqual(['in', 'in', 'waiting', 'waiting', 'out'])
  })

  it('turns away who waited in vain, and then everybody until somebody leaves', async () => {
    const turnstile = open()
    const entries = ['a', 'a', 'a'].map((key) => entering(turnstile.enter(key)))
    await vi.advanceTimersByTimeAsync(100)
    expect(entries.map(({ result }) => result)).toEqual(['in', 'in', 'out'])
    const late = entering(turnstile.enter('a'))
    await settled()
    expect(late.result).toBe('out')
    entries[0]?.leave()
    const next = [entering(turnstile.enter('a')), entering(turnstile.enter('a'))]
    await settled()
    expect(next.map(({ result }) => result)).toEqual(['in', 'waiting'])
  })

  it('has all its places again once all have left', async () => {
    const turnstile = open()
    const first = ['a', 'a', 'a'].map((key) => entering(turnstile.enter(key)))
    await settled()
    for (const { leave } of first) {
      leave()
      await settled()
    }
    const second = ['a', 'a', 'a'].map((key) => entering(turnstile.enter(key)))
    await settled()
    expect(second.map(({ result }) => result)).toEqual(['in', 'in', 'waiting'])
  })
})
