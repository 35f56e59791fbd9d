import { expect, it, vi } from 'vitest'
import { keptBriefly } from './kept-briefly.ts'

/** Something that counts how often it is read, and fails on demand. */
function fixture() {
  let reads = 0
  let isFailing = false
  const failures: unknown[] = []
  const read = keptBriefly(
    async () => {
      reads += 1
      if (isFailing) throw new Error('no table')
      return reads
    },
    { onFailure: (error) => failures.push(error) },
  )
  return {
    read,
    failures,
    fail: () => {
      isFailing = true
    },
  }
}

it('is read once for everyone, and again after some seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const { read } = fixture()
    expect(await Promise.all([read('live'), read('live')])).toEqual([1, 1])
    expect(await read('test')).toBe(2)
    vi.setSystemTime(Date.now() + 5_001)
    expect(await read('live')).toBe(3)
  } finally {
    vi.useRealTimers()
  }
})

it('keeps what was read last for a minute while reading fails', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const { read, fail, failures } = fixture()
    await read('live')
    fail()
    await expect(read('test')).rejects.toThrow('no table')
    vi.setSystemTime(Date.now() + 50_000)
    expect(await read('live')).toBe(1)
    expect(failures).toHaveLength(1)
    vi.setSystemTime(Date.now() + 20_000)
    await expect(read('live')).rejects.toThrow('no table')
  } finally {
    vi.useRealTimers()
  }
})
