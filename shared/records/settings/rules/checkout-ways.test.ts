import { expect, it } from 'vitest'
import { checkoutMethods, inOrder } from './checkout-ways.ts'

it('each way to pay is offered once, those in the merchant’s order first', () => {
  const [coins, first, second] = checkoutMethods
  expect(inOrder([second, coins, second]).slice(0, 3)).toEqual([second, coins, first])
  expect(inOrder([second]).toSorted()).toEqual([...checkoutMethods].toSorted())
  expect(coins).toBe('coins')
})
