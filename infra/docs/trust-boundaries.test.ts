import { expect, it } from 'vitest'
import type { FunctionRow } from '../function-row.ts'
import { withBoundaries } from './trust-boundaries.ts'

const marks = '<!-- drawn by npm run docs --><!-- until here -->'

function row(trigger: FunctionRow['trigger'], touches: FunctionRow['touches']): FunctionRow {
  return { entry: 'a.ts', memoryMb: 128, timeoutSeconds: 1, trigger, touches }
}

it('draws what the internet reaches, what it invokes, and what each opens', () => {
  const page = withBoundaries(marks, {
    show: row(
      { kind: 'route', method: 'GET', path: '/api/checkout/a' },
      { invokes: ['verify-proof'] },
    ),
    'verify-proof': row({ kind: 'function', impact: '' }, { decrypts: ['totp-secrets'] }),
    sweep: row(
      { kind: 'schedule', everySeconds: 60, impact: '' },
      { decrypts: ['hd-mnemonic'], administers: ['sweeps'], chains: true },
    ),
  })
  const arrows = page.match(/^ {2}\S+ --> \S+$/gm)?.map((arrow) => arrow.trim())
  expect(arrows).toEqual([
    'internet --> kind0',
    'internet --> kind1',
    'kind1 --> kind5',
    'internet --> kind2',
    'internet --> kind3',
    'internet --> kind4',
    'aws --> kind4',
    'kind5 --> totp-secrets',
    'kind6 --> hd-mnemonic',
  ])
  expect(page).toContain('| sweep | a schedule alone | the words | sweeps | yes |')
})
