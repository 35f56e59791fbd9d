import fc from 'fast-check'

/** Texts that break careless code. All are well-formed Unicode; other texts only exist as raw JSON. */
const hostileTexts = [
  '',
  ' ',
  '0',
  '-1',
  '-0.01',
  '1e3',
  '1,5',
  '٣',
  '0.001',
  '9'.repeat(30),
  'NaN',
  'Infinity',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'a\u0000b',
  'a\r\nSet-Cookie: a=b',
  '\u202Egnp.exe',
  'a\u200B\u200D\uFEFFb',
  '\u001B[2J',
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  "'; DROP TABLE sessions; --",
  '<script>alert(1)</script>',
  '{{7*7}}#{7*7}',
  '../../etc/passwd',
  '%00%0d%0a',
  'x'.repeat(300),
  'x'.repeat(5000),
  'javascript:alert(1)',
  'http://shop.example',
  'https://user:pass@shop.example',
  'https://169.254.169.254/latest',
  'ada@example',
  'cs_01JD8Z3K000000000000000000',
] as const

const values = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [null],
  { wrong: { deep: [] } },
  { constructor: 1, toString: 2, hasOwnProperty: 3 },
  Array.from({ length: 60 }, (_, i) => i),
  Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`key${i}`, i])),
] as const

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(...values),
  fc.jsonValue(),
)

/** JSON that `JSON.stringify` never produces. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    '[[[[]]]]',
    'null',
    '"text"',
    '1e999',
    '{"metadata":{"n":1e999}}',
    '{"title":"\\ud800","fiatAmount":"1"}',
    '{"metadata":{"\\udfff":"x"}}',
    '{"__proto__":{"active":true}}',
    '{"metadata":{"__proto__":{"x":"y"}}}',
    '{"title":"a","title":"b","fiatAmount":"1.00"}',
    '\uFEFF{"title":"a","fiatAmount":"1.00"}',
    `${'['.repeat(200)}${']'.repeat(200)}`,
    `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
    `{"title":"${'x'.repeat(70_000)}"}`,
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
