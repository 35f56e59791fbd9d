import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkProperty } from '../../test/check-property.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { type IdRange, idRange } from './id-range.ts'
import { newId } from './ids.ts'

const bytes = seededBytes('id-range')
const idAt = (ms: number) => newId('checkoutSession', new Date(ms), bytes)
const isIn = (id: string, { from, to }: IdRange) => from <= id && id <= to

const maxTime = 253_402_300_799_999
const time = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: maxTime }))

describe('the ids of a stretch of time', () => {
  it('are those created at its ends and between them', () => {
    checkProperty(
      fc.property(time, time, time, (created, from, to) => {
        const bounds = { createdAfter: new Date(from), createdBefore: new Date(to) }
        const isWanted = from <= created && created <= to
        return isIn(idAt(created), idRange('checkoutSession', bounds)) === isWanted
      }),
    )
  })

  it('are all of them without bounds, and none of another kind', () => {
    checkProperty(fc.property(time, (created) => isIn(idAt(created), idRange('checkoutSession'))))
    expect(isIn(newId('event', new Date(5), bytes), idRange('checkoutSession'))).toBe(false)
  })

  it('are none before 1970, and all after it', () => {
    const dawn = new Date(-1)
    expect(isIn(idAt(0), idRange('checkoutSession', { createdBefore: dawn }))).toBe(false)
    expect(isIn(idAt(0), idRange('checkoutSession', { createdAfter: dawn }))).toBe(true)
  })
})

describe('the ids before an id', () => {
  it('are exactly those below it, in the same millisecond too', () => {
    checkProperty(
      fc.property(time, time, (a, b) => {
        const [one, other] = [idAt(a), idAt(b)]
        return isIn(one, idRange('checkoutSession', { before: other })) === one < other
      }),
    )
  })

  it('leave out the id itself and what is one above it', () => {
    const ulid = '01JD8Z3K00000000000000000'
    for (const [below, id] of ['01', '9A', 'AB', 'YZ'].map((pair) => pair.split(''))) {
      const range = idRange('checkoutSession', { before: `cs_${ulid}${id}` })
      expect(isIn(`cs_${ulid}${below}`, range)).toBe(true)
      expect(isIn(`cs_${ulid}${id}`, range)).toBe(false)
    }
  })

  it('obey the times as well', () => {
    const id = idAt(50)
    const bounds = { createdBefore: new Date(40), before: id }
    expect(isIn(idAt(40), idRange('checkoutSession', bounds))).toBe(true)
    expect(isIn(idAt(41), idRange('checkoutSession', bounds))).toBe(false)
    const later = { createdBefore: new Date(60), before: id }
    expect(isIn(idAt(51), idRange('checkoutSession', later))).toBe(false)
  })
})
