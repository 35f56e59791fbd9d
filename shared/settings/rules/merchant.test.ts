import { expect, it } from 'vitest'
import { checkoutMethods, inOrder } from './checkout-ways.ts'
import { confirmationsOf } from './confirmations-of.ts'
import { lacksSweeps } from './lacks-sweeps.ts'
import { logoContentType, logoId } from './logo.ts'
import { merchantOf } from './merchant.ts'

it('customers see what the merchant set, and an email as a link', () => {
  const nothing = { businessName: null, logo: null, accentColor: null, support: null }
  expect(merchantOf(nothing)).toEqual({
    ...{ name: null, logoUrl: null, accentColor: null, onAccentColor: null, supportUrl: null },
  })
  const all = { businessName: 'Tea', logo: 'live-1', accentColor: '#000000' }
  expect(merchantOf({ ...all, support: 'a?b@tea.example' })).toEqual({
    ...{ name: 'Tea', logoUrl: '/api/checkout/logos/live-1', accentColor: '#000000' },
    ...{ onAccentColor: '#ffffff', supportUrl: 'mailto:a%3Fb@tea.example' },
  })
  const supportUrl = (support: string) => merchantOf({ ...all, support }).supportUrl
  expect(supportUrl('HTTPS://tea.example/help')).toBe('HTTPS://tea.example/help')
  expect(supportUrl('http:@tea.example')).toBe('http:@tea.example')
  expect(supportUrl('x@https:')).toBe('mailto:x@https:')
})

it('each way to pay is offered once, those in the merchant’s order first', () => {
  const [coins, first, second] = checkoutMethods
  expect(inOrder([second, coins, second]).slice(0, 3)).toEqual([second, coins, first])
  expect(inOrder([second]).toSorted()).toEqual([...checkoutMethods].toSorted())
  expect(coins).toBe('coins')
})

it('the operator’s number of confirmations goes before the chain’s', () => {
  const settings = { confirmations: { 8453: 20 } }
  expect(confirmationsOf(settings, { chainId: 8453, confirmations: 5 })).toBe(20)
  expect(confirmationsOf(settings, { chainId: 1, confirmations: 5 })).toBe(5)
})

it('a table lacks sweeps while intake is stopped, or if it isn’t the one that was in use', () => {
  const lacks = (intakeStoppedAt: string | null, tableName: string | null) =>
    lacksSweeps({ intakeStoppedAt, tableName }, { name: 'now' })
  expect(lacks('2026-03-01T12:00:00Z', 'now')).toBe(true)
  expect(lacks(null, 'before')).toBe(true)
  expect([lacks(null, 'now'), lacks(null, null)]).toEqual([false, false])
})

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
