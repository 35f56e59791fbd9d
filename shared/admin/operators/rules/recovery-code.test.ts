import { expect, it } from 'vitest'
import { seededBytes } from '../../../../test/seeded-bytes.ts'
import { newRecoveryCode, recoveryCodeHash } from './recovery-code.ts'

it('a recovery code is typed in any way, and belongs to one operator', () => {
  const code = newRecoveryCode(seededBytes('recovery'))
  expect(code).toMatch(/^([a-km-z2-9]{4}-){6}[a-km-z2-9]{4}$/)
  const hash = recoveryCodeHash('op_1', code)
  expect(hash).toMatch(/^[\w-]{43}$/)
  for (const typed of [
    code.toUpperCase(),
    code.replaceAll('-', ''),
    ` ${code.replaceAll('-', ' ')}`,
  ]) {
    expect(recoveryCodeHash('op_1', typed)).toBe(hash)
  }
  expect(recoveryCodeHash('op_2', code)).not.toBe(hash)
  expect(recoveryCodeHash('op_1', code.replace('-', 'x'))).not.toBe(hash)
})
