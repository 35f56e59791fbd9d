import { expect, it } from 'vitest'
import { checkoutMethods, inOrder } from './checkout-ways.ts'

it('each way to pay is offered once, those in the merchant’s order first', () => {
  expect(checkoutMethods.slice(0, 3)).toEqual(['coins', 'transak', 'ramp'])
  expect(inOrder(['ramp', 'coins', 'ramp']).slice(0, 3)).toEqual(['ramp', 'coins', 'transak'])
  expect(inOrder(['ramp']).toSorted()).toEqual([...checkoutMethods].toSorted())
})
