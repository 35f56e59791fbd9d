import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { isId, newId, newSlug, uniformCharacters } from './ids.ts'

const at = new Date('2026-03-01T12:00:00.123Z')

describe('newId', () => {
  it('is prefix + ULID', () => {
    expect(newId('checkoutSession', new Date(1469918176385), () => new Uint8Array(10))).toBe(
      'cs_01ARYZ6S410000000000000000',
    )
    expect(newId('event', new Date(0), () => new Uint8Array(10).fill(255))).toBe(
      'evt_0000000000ZZZZZZZZZZZZZZZZ',
    )
  })

  it('sorts by time, whatever the random part', () => {
    const ids = Array.from({ length: 200 }, (_, i) =>
      newId('delivery', new Date(at.getTime() + i), randomBytes),
    )
    expect(ids.toSorted()).toEqual(ids)
  })

  it('draws all 80 bits each time, so that neighbours are not guessable', () => {
    const ids = Array.from({ length: 500 }, () => newId('checkoutSession', at, randomBytes))
    expect(new Set(ids.map((id) => id.slice(-16, -8))).size).toBe(500)
    expect(new Set(ids.map((id) => id.slice(-8))).size).toBe(500)
  })
})

describe('isId', () => {
  it('knows its own kind only', () => {
    const id = newId('paymentLink', at, seededBytes('id'))
    expect(isId('paymentLink', id)).toBe(true)
    expect(isId('quote', id)).toBe(false)
  })

  it.each([
    '',
    'pl_',
    'pl_01ARYZ6S41',
    'pl_81ARYZ6S410000000000000000',
    'pl_01aryz6s410000000000000000',
  ])('refuses %j', (text) => expect(isId('paymentLink', text)).toBe(false))
})

describe('newSlug', () => {
  it('has 10 characters without look-alikes', () => {
    for (let i = 0; i < 200; i++) expect(newSlug(randomBytes)).toMatch(/^[a-km-np-z2-9]{10}$/)
  })
})

describe('uniformCharacters', () => {
  it('rejects bytes that would favour the first characters', () => {
    const bytes = [255, 254, 0, 61, 62, 247, 248]
    let next = 0
    const source = (length: number) =>
      Uint8Array.from({ length }, () => bytes[next++ % bytes.length] ?? 0)
    const base62 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
    expect(uniformCharacters(4, base62, source)).toBe('0Z0Z')
  })
})
