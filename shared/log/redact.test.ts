import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkProperty } from '../../test/check-property.ts'
import { secrets } from '../../test/secrets.ts'
import { redact } from './redact.ts'

it('hides every kind of secret in any surrounding text', () => {
  const before = fc.constantFrom(
    '',
    'of ',
    'key=',
    '"',
    '(',
    'client#',
    'Details: ',
    '[',
    '\n',
    '<',
  )
  const after = fc.constantFrom(
    '',
    '.',
    ', ',
    '"',
    ')',
    ' was refused',
    '\n    at f',
    ':',
    ']',
    '>',
  )
  checkProperty(
    fc.property(secrets, before, after, ({ text, telling }, start, end) => {
      expect(redact(`no access ${start}${text}${end}`)).not.toContain(telling)
    }),
    500,
  )
})

it.each([
  'session cs_01JD8Z3K000000000000000000 changed 5 times while a fact was applied',
  'delivery del_01M7YM9G69DVZZYW1V9RZB4612 of evt_01M7YM9G699NHRADCKCM7GZT0D',
  'request 8a7f0b56-3c1e-4b7e-9f64-2d7a1c0b9e11 at 2026-03-01T12:00:00.000Z, 12:34:56',
  'chain 31337: its node gave no usable response',
  'holds 115792089237316195423570985008687907853269984665640564039457 base units of ETH now, not 0',
  'connect ECONNREFUSED 127.0.0.1:8545',
  'ProvisionedThroughputExceededException: the rate is exceeded for the table',
  '    at scanSession (/var/task/index.js:12:34567)',
  '    at async file:///app/shared/ledger/scan-session.ts:51:10',
  'viem@2.57.1 node_modules/@aws-sdk/client-dynamodb/dist-cjs/index.js',
  'Unexpected end of JSON input',
])('leaves as it is: %s', (text) => {
  expect(redact(text)).toBe(text)
})

it.each([
  ['POST https://rpc.example:8545/v2/abc?k=1 failed', 'POST https://rpc.example:8545 failed'],
  [
    'Unexpected token \'s\', "secret ord"... is not valid JSON',
    "Unexpected token 's', … is not valid JSON",
  ],
  ['tx 0x5f2c0000000000000000000000000000000000000000000000000000000000aa', 'tx 0x5f2c…'],
  [
    'Request body: {"params":["0xabc"]}\nof 3\n\nDetails: limit',
    'Request body: …\n\nDetails: limit',
  ],
  ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: …'],
])('keeps the harmless parts of %j', (text, kept) => {
  expect(redact(text)).toBe(kept)
})

it('truncates long texts without leaving half a secret', () => {
  const key = `ck_live_${'aB3dEf7h'.repeat(4)}`
  const text = redact(`${'x '.repeat(990)}${key} ${'y '.repeat(3_000)}`)
  expect(text.length).toBeLessThanOrEqual(2_001)
  expect(text).not.toContain(key.slice(0, 24))
})
