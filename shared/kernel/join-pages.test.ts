import { expect, it } from 'vitest'
import { joinPages } from './join-pages.ts'

const page = (ids: string, nextCursor: string | null) => ({
  items: [...ids].map((id) => ({ id })),
  nextCursor,
})

function joined(limit: number, ...pages: ReturnType<typeof page>[]): [string, string | null] {
  const { items, nextCursor } = joinPages(pages, limit)
  return [items.map(({ id }) => id).join(''), nextCursor]
}

it('puts pages that are complete together, newest first', () => {
  expect(joined(9, page('fb', null), page('eca', null))).toEqual(['fecba', null])
  expect(joined(9)).toEqual(['', null])
})

it('continues after the last row of a full page', () => {
  expect(joined(2, page('fb', null), page('eca', null))).toEqual(['fe', 'e'])
})

it('holds back what is older than the point that each was read to', () => {
  expect(joined(9, page('fb', null), page('ec', 'c'))).toEqual(['fec', 'c'])
  expect(joined(9, page('a', null), page('', 'd'), page('e', 'b'))).toEqual(['e', 'd'])
})
