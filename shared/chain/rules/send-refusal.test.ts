import { expect, it } from 'vitest'
import { sendOutcome } from './send-refusal.ts'

it.each([
  ['already known', 'known'],
  ['transaction already imported', 'known'],
  ['AlreadyKnown', 'known'],
  ['nonce too low: next nonce 4, tx nonce 3', 'nonce_used'],
  ['OldNonce', 'nonce_used'],
  ['replacement transaction underpriced', 'underpriced'],
  ['transaction underpriced: gas tip cap 1, minimum needed 25000000000', 'underpriced'],
  ['max fee per gas less than block base fee: address 0x1', 'underpriced'],
  ['insufficient funds for gas * price + value: balance 0', 'no_funds'],
  ['intrinsic gas too high', 'refused'],
])('%s: %s', (text, outcome) => {
  expect(sendOutcome(text)).toBe(outcome)
})
