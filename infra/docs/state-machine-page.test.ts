import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { stateMachinePage } from './state-machine-page.ts'

it('docs/state-machine.md is up to date; if this fails, run npm run docs', async () => {
  const file = new URL('../../docs/state-machine.md', import.meta.url)
  expect(await readFile(file, 'utf8')).toBe(stateMachinePage())
})

it('every transition and every final status is an arrow', () => {
  const page = stateMachinePage()
  expect(page).toContain('  [*] --> pending\n  pending --> detected: transferSeen\n')
  expect(page).toContain('  expired --> paid_late: confirmedLate\n')
  expect(page).toContain('  overpaid --> [*]\n')
  expect(page).not.toContain('pending --> [*]')
})
