import { describe, expect, it } from 'vitest'
import { email } from './email.ts'

describe('email', () => {
  it.each([
    'ada@example.com',
    'jörg@example.com',
    'jörg@müller.example',
    'joerg@xn--mller-kva.example',
    'a&b@example.com',
    "o'brien!#$%*+/=?^_`{|}~-@example.com",
    'first.last+tag@mail.sub.example.museum',
    '"quoted@local"@example.com',
    'ada@localhost',
    'ada@[192.0.2.1]',
    '用户@例子.广告',
    'user@EXAMPLE.com.',
    `${'a'.repeat(64)}@example.com`,
  ])('accepts %s unchanged', (text) => {
    expect(email.parse(text)).toBe(text)
  })

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    '@',
    'ada@@',
    'ada @example.com',
    ' ada@example.com',
    'ada@example.com ',
    'ada@exam\tple.com',
    'ada@example.com\r\nBcc: all@example.com',
    'ada@example\u0000.com',
    'ada\u00a0x@example.com',
    `${'a'.repeat(250)}@a.io`,
  ])('refuses %j with a sentence', (text) => {
    const { error } = email.safeParse(text)
    expect(error?.issues[0]?.message).toMatch(/^must be an email address|Too big/)
  })

  it('checks 64 KiB of hostile text immediately', () => {
    for (const text of ['@'.repeat(65_536), 'a@'.repeat(32_768), `${'a.'.repeat(32_768)}@`]) {
      expect(email.safeParse(text).success).toBe(false)
    }
  })
})
