import { expect, test } from 'vitest'
import { keptHeaders } from './kept-headers.ts'

test('keeps what says who refused and why, and nothing else', () => {
  const headers = {
    server: 'nginx',
    'content-type': 'text/html',
    'retry-after': '120',
    'set-cookie': ['session=secret'],
    authorization: 'Bearer x',
    'x-powered-by': 'PHP',
  }
  expect(keptHeaders(headers)).toEqual({
    'content-type': 'text/html',
    'retry-after': '120',
    server: 'nginx',
  })
})

test('clips each value, and makes it plain', () => {
  const { server, via } = keptHeaders({
    server: 'x'.repeat(5_000),
    via: ' a\u0000b\u001b[31m\u00ed\t ',
  })
  expect(server).toBe('x'.repeat(120))
  expect(via).toBe('a?b?[31m??')
})

test('keeps at most 512 bytes together, what says most first', () => {
  const long = 'v'.repeat(5_000)
  const kept = keptHeaders({
    date: long,
    server: long,
    via: long,
    location: long,
    'content-type': long,
    'x-request-id': long,
    'retry-after': '5',
  })
  expect(Object.entries(kept).flat().join('').length).toBeLessThanOrEqual(512)
  expect(Object.keys(kept)).toEqual(['content-type', 'retry-after', 'location', 'server'])
})
