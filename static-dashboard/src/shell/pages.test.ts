import { expect, test } from 'vitest'
import { type Page, pages, placeAt, placeInstead } from './pages.ts'
import { recordPath } from './record-path.ts'

const page = { name: 'keys', icon: 'key', group: 'money', isOfMode: true } as const
const load = async () => () => null
const all: readonly Page[] = [
  { ...page, load, loadRecord: load },
  { ...page, name: 'people', isOfMode: false, load },
]

function shownAt(path: string) {
  const place = placeAt(path, all)
  return place && { name: place.page.name, id: place.id }
}

test('a page is at its name, and its records below it', () => {
  expect(shownAt('/test/keys')).toEqual({ name: 'keys', id: null })
  expect(shownAt('/live/keys/cs_1')).toEqual({ name: 'keys', id: 'cs_1' })
  expect(shownAt('/settings/people')).toEqual({ name: 'people', id: null })
})

test('an id with any characters survives its address', () => {
  const id = 'a/b?c#d %ü'
  expect(shownAt(recordPath('keys', 'test', id))).toEqual({ name: 'keys', id })
})

test.each([
  '/',
  '/test',
  '/test/none',
  '/test/people',
  '/settings/keys',
  '/settings/people/op_1',
  '/test/keys/',
  '/test/keys/cs_1/more',
  '/test/keys/%E0%A4%A',
])('nothing is at %s', (path) => {
  expect(shownAt(path)).toBeUndefined()
})

test.each([
  ['/live/people', '/settings/people'],
  ['/settings/keys', '/live/keys'],
  ['/settings/keys/cs_1', '/live/keys/cs_1'],
  ['/live/people/op_1', undefined],
  ['/live/none', undefined],
  ['/other/people', undefined],
])('from %s one gets to %s', (path, right) => {
  expect(placeInstead(path, 'live', all)).toBe(right)
})

test('each page of the navigation is at its own address', () => {
  for (const each of pages) {
    const path = each.isOfMode ? `/test/${each.name}` : `/settings/${each.name}`
    expect(placeAt(path)?.page).toBe(each)
  }
})
