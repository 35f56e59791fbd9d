import { expect, it } from 'vitest'
import { submitDetailsBody } from '../../../merchant/checkout/wire/checkout.ts'
import { billingKeys, withoutPerson } from './without-person.ts'

const email = 'Ada@example.com'

it('what customers can give on the checkout page goes', () => {
  const { email: _, ...given } = submitDetailsBody.shape
  expect(Object.keys(given).toSorted()).toEqual([...billingKeys].toSorted())
  const details = Object.fromEntries(billingKeys.map((key) => [key, 'x']))
  expect(withoutPerson({ ...details, order: 'A-1' }, email)).toEqual({ order: 'A-1' })
})

it('what else the shop wrote stays, unless it has the email or the name', () => {
  const metadata = {
    customer_name: 'Ada Lovelace',
    contact: 'ADA@EXAMPLE.COM (work)',
    gift: 'To ada lovelace',
    fullName: 'Al',
    plan: 'Almost all',
    cart: 17,
  }
  expect(withoutPerson(metadata, email)).toEqual({ plan: 'Almost all', cart: 17 })
})

it('nothing is left of metadata that is all about the person', () => {
  expect(withoutPerson({ name: 'Ada' }, email)).toBeNull()
  expect(withoutPerson(null, email)).toBeNull()
})
