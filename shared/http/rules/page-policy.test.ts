import { expect, it } from 'vitest'
import { pageHeadersWith } from './page-policy.ts'

const policyOf = (headers: Record<string, string>) =>
  Object.fromEntries(
    (headers['Content-Security-Policy'] ?? '').split('; ').map((rule) => {
      const [name = '', ...values] = rule.split(' ')
      return [name, values.join(' ')]
    }),
  )

it('a document loads from its own origin, runs nothing inline, and is framed by nobody', () => {
  const headers = pageHeadersWith()
  expect(policyOf(headers)).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'none'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  })
  expect(headers).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
  })
})

it('differs only in what it is given', () => {
  const headers = pageHeadersWith({
    embedOrigins: ['https://a.example', 'https://b.example'],
    scripts: "'sha256-x'",
    styles: "'sha256-y'",
    frame: { origins: ["'self'", 'https://pay.example'], allow: 'payment; camera' },
  })
  expect(policyOf(headers)).toMatchObject({
    'script-src': "'sha256-x'",
    'style-src': "'sha256-y'",
    'frame-ancestors': 'https://a.example https://b.example',
    'frame-src': "'self' https://pay.example",
  })
  expect(headers).toMatchObject({
    'Permissions-Policy':
      'camera=(self "https://pay.example"), geolocation=(), microphone=(), payment=(self "https://pay.example"), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  })
})
