import { toFunctionSelector } from 'viem'
import { expect, it } from 'vitest'
import { selectors } from './selectors.ts'

it.each(Object.entries(selectors))('%s has the selector %s', (signature, selector) => {
  expect(selector).toBe(toFunctionSelector(signature))
})
