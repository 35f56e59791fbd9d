import { expect, it } from 'vitest'
import { refusalKind } from './node-refusal.ts'

// Texts as providers have given them, each of which another provider uses with another code.
it.each([
  ['rate', { status: 429, text: 'Too Many Requests' }],
  ['rate', { code: -32090, text: 'Too many requests, reason: call rate limit exhausted' }],
  ['rate', { code: -32005, text: 'daily request count exceeded, request rate limited' }],
  ['rate', { code: 429, text: 'Your app has exceeded its compute units per second capacity.' }],
  ['rate', { code: -32000, text: 'compute units exceeded' }],
  ['plan', { status: 402, text: 'Payment Required' }],
  ['plan', { code: 402, text: 'Payment Required' }],
  ['plan', { code: 35, text: 'method is not available on freetier, please upgrade to paid tier' }],
  ['plan', { code: 35, text: 'chain is not available on freetier' }],
  ['depth', { code: -32602, text: 'Archive requests require a personal token' }],
  ['depth', { code: -32000, text: 'missing trie node 4a2b (path ) state 0x1 is not available' }],
  ['depth', { code: -32000, text: 'BlockOutOfRangeError: block height is 9 but requested was 12' }],
  ['depth', { code: -32000, text: 'historical state is not available' }],
  ['narrow', { code: -32602, text: 'range 20000 exceeds limit of 10000' }],
  ['narrow', { code: -32600, text: 'eth_getLogs is limited to a 10 block range' }],
  ['narrow', { code: 35, text: 'ranges over 10000 blocks are not supported on freetier' }],
  ['narrow', { code: -32000, text: 'maximum [from, to] blocks distance: 10000' }],
  ['narrow', { code: -32614, text: 'eth_getLogs is limited to a 2,000 range' }],
  ['narrow', { code: -32005, text: 'query returned more than 10000 results' }],
  ['narrow', { code: -32062, text: 'Block range is too large' }],
  ['dead', { code: -32000, text: 'node is down' }],
  ['dead', { code: -32011, text: 'no healthy backend' }],
  ['dead', { status: 521, text: 'Web server is down' }],
] as const)('is %s for %o', (kind, refusal) => {
  expect(refusalKind(refusal)).toBe(kind)
})

it.each([
  ['rate', { status: 429 }],
  ['rate', { code: -32090 }],
  ['plan', { status: 402 }],
  ['plan', { code: 402 }],
  ['dead', { status: 500, code: -32000 }],
] as const)('is %s by its code alone: %o', (kind, refusal) => {
  expect(refusalKind({ ...refusal, text: '' })).toBe(kind)
})
