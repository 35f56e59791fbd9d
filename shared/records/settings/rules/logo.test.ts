import { expect, it } from 'vitest'
import { logoContentType, logoId } from './logo.ts'

it('a logo is a PNG, JPEG or WebP by its first bytes, and named by its content', () => {
  const type = (hex: string) => logoContentType(Buffer.from(hex, 'hex'))
  expect(type('89504e470d0a1a0a0000')).toBe('image/png')
  expect(type('ffd8ffe0')).toBe('image/jpeg')
  expect(type(`52494646${'01020304'}57454250ff`)).toBe('image/webp')
  expect(type(`00${'52494646'}0102030457454250`)).toBeUndefined()
  expect(type('0089504e470d0a1a0a')).toBeUndefined()
  expect(type(Buffer.from('<svg>').toString('hex'))).toBeUndefined()
  expect(type('')).toBeUndefined()
  const [one, other] = [Buffer.from('a'), Buffer.from('b')]
  expect(logoId('live', one)).toBe('live-ca978112ca1bbdcafac231b39a23dc4d')
  expect(new Set([logoId('live', one), logoId('test', one), logoId('live', other)]).size).toBe(3)
})
