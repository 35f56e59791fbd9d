import { expect, it } from 'vitest'
import { anOperator } from '../../../../test/operator-factories.ts'
import { hasRequiredFactors, operatorEmail, otherOwner } from './operator.ts'

it('another owner is one with a second factor, or whose password is enough', () => {
  const people = [
    anOperator({ id: 'op_1' }),
    anOperator({ id: 'op_2', role: 'operator' }),
    anOperator({ id: 'op_3', hasSecondFactor: false }),
    anOperator({ id: 'op_4' }),
  ]
  expect(otherOwner(people, 'op_1')?.id).toBe('op_4')
  expect(otherOwner(people.slice(0, 3), 'op_1')).toBeUndefined()
  expect(otherOwner(people, 'op_4')?.id).toBe('op_1')
  const alone = { hasSecondFactor: false, passwordAlone: true }
  expect([alone, { ...alone, passwordAlone: false }].map(hasRequiredFactors)).toEqual([true, false])
  expect(operatorEmail('  Olga@Shop.Example ')).toBe('olga@shop.example')
})
