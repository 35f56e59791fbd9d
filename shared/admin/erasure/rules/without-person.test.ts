import { expect, it } from 'vitest'
import { submitDetailsBody } from '../../../merchant/checkout/wire/checkout.ts'
import { billingKeys, urlsWithoutPerson, withoutPerson } from './without-person.ts'

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
    page: 'https://shop.example/?who=ada%40example.com',
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

it.each([
  'https://shop.example/thanks?email=ada@example.com',
  'https://shop.example/thanks?email=ADA%40example.com',
  'https://shop.example/u/%61da%2540Example%252Ecom#done',
  'https://shop.example/thanks?discount=100%&x=%ff%zz&email=ada%40example.com',
])('the URL %s goes', (url) => {
  expect(urlsWithoutPerson({ successUrl: url, cancelUrl: url, returnUrl: url }, email)).toEqual({
    ...{ successUrl: null, cancelUrl: null, returnUrl: null },
  })
})

it('other URLs stay', () => {
  const urls = { successUrl: 'https://shop.example/ada?order=A-1%40', cancelUrl: null }
  expect(urlsWithoutPerson(urls, email)).toEqual({})
})
