import { expect, it } from 'vitest'
import { stateMachinePage } from './state-machine-page.ts'

it('every transition and every final status is an arrow', () => {
  const page = stateMachinePage()
  expect(page).toContain('  [*] --> pending\n  pending --> detected: transferSeen\n')
  expect(page).toContain('  expired --> paid_late: confirmedLate\n')
  expect(page).toContain('  overpaid --> [*]\n')
  expect(page).not.toContain('pending --> [*]')
})
