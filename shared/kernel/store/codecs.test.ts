import { deflateRawSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { checkProperty } from '../../../test/check-property.ts'
import { baseUnits, innerMap, moment, packedJson, packedText } from './codecs.ts'

const codec = z.object({
  lock: innerMap({ amountBase: baseUnits, terms: z.array(innerMap({ at: moment })) }).nullable(),
})

const unknown = fc.dictionary(
  fc.constantFrom('addedLater', 'data-2', 'Größe'),
  fc.jsonValue({ maxDepth: 2 }),
)

const term = fc
  .record({
    at: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }),
    added: unknown,
  })
  .map(({ at, added }) => ({ ...added, at: at.toISOString() }))

const item = fc
  .record({ base: fc.bigInt(), terms: fc.array(term, { maxLength: 3 }), added: unknown })
  .map(({ base, terms, added }) => ({ lock: { ...added, amountBase: String(base), terms } }))

it('a map within an item keeps what this version doesn’t know, at any depth', () => {
  checkProperty(
    fc.property(item, (stored) => {
      const { lock } = codec.parse(stored)
      expect(z.encode(codec, { lock })).toEqual(stored)
      const changed = lock && { ...lock, amountBase: 7n }
      const written = z.encode(codec, { lock: changed })
      expect(written).toEqual({ lock: { ...stored.lock, amountBase: '7' } })
    }),
  )
})

it('a packed text is what it was, and one from before texts were packed is read as it is', () => {
  checkProperty(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(packedText.parse(z.encode(packedText, text))).toBe(text)
    }),
  )
  const json = packedJson(z.object({ name: z.string() }))
  const plain = JSON.stringify({ name: 'Größe'.repeat(50) })
  const packed = z.encode(json, JSON.parse(plain))
  expect([json.parse(plain), packedText.parse(plain)]).toEqual([json.parse(packed), plain])
  expect(packed.length).toBeLessThan(plain.length / 4)
  const before = `deflate:${deflateRawSync(plain).toString('base64')}`
  expect(packedText.parse(before)).toBe(plain)
  // These bytes are in tables: a dictionary with other words reads them as something else.
  const stored = 'deflate:Q07j3iEGlqaurgZ+vpamYaYmrt4WUWHmBhYhBNI+elJHdzXCOuNaAA=='
  const id = 'cs_01KT095EE0NM95V54EK8ZV708T'
  const session = { id, object: 'checkout_session', status: 'paid', livemode: true, sequence: 3 }
  expect(packedText.parse(stored)).toBe(JSON.stringify(session))
  const long = '"'.repeat(5000)
  expect(z.encode(packedText, long)).toBe(long)
})
