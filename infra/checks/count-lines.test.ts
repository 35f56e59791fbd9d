import { expect, it } from 'vitest'
import { countLines } from './count-lines.ts'

it('counts source, tests with their helpers, and generated code apart, and no other files', () => {
  const texts = new Map([
    ['shared/kernel/money.ts', 'a\nb\n'],
    ['static-ui/qr-code.tsx', 'a\n'],
    ['shared/kernel/money.test.ts', 'a\nb\nc\n'],
    ['test/config.ts', 'a\n'],
    ['sdk/src/generated/client.ts', 'a\n'],
    ['README.md', 'a\n'],
  ])
  expect(countLines(texts)).toEqual({ source: 3, tests: 4, generated: 1 })
})
