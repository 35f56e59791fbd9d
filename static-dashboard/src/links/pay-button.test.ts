import { expect, test } from 'vitest'
import { payButton, prefilledUrl } from './pay-button.ts'

const url = 'https://pay.example/l/k7m2p9x4qd'

test('a button is plain HTML in the color of the brand, with words that can be read on it', () => {
  expect(payButton({ url, words: 'Pay now', color: '#ffdd00' })).toBe(
    `<a href="${url}" style="display: inline-block; padding: 12px 20px; border-radius: 10px; background: #ffdd00; color: #1b1a17; font: 600 16px/24px system-ui; text-decoration: none">Pay now</a>`,
  )
})

test('words of a button are text, whatever is typed', () => {
  const button = payButton({ url, words: '"><script>1 & 2</script>', color: null })
  expect(button).toContain('>&quot;&gt;&lt;script&gt;1 &amp; 2&lt;/script&gt;</a>')
})

test('an email survives the address that carries it', () => {
  const email = 'ada+shop&co@example.com'
  const { searchParams } = new URL(prefilledUrl(url, email))
  expect(searchParams.get('prefill_email')).toBe(email)
  expect(prefilledUrl(url, '')).toBe(url)
})
