import { expect, it } from 'vitest'
import { aPaymentLink } from '../../../../test/factories.ts'
import { changePaymentLink } from './change-payment-link.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000)

const link = aPaymentLink({ description: 'Green', createdAt: at(0), updatedAt: at(10) })

it('a change leaves out what isn’t given, clears what is null, and is always later', () => {
  const changed = changePaymentLink(link, { title: undefined, description: null }, at(20))
  expect(changed).toEqual({ ...link, description: null, updatedAt: at(20) })
  const sameTime = changePaymentLink(link, { active: false }, at(10))
  expect(sameTime).toEqual({ ...link, active: false, updatedAt: at(10.001) })
  expect(changePaymentLink(link, {}, at(5)).updatedAt).toEqual(at(10.001))
})
