import { expect, it } from 'vitest'
import { merchantOf } from './merchant.ts'

it('customers see what the merchant set, and an email as a link', () => {
  const nothing = { businessName: null, logo: null, accentColor: null, support: null }
  expect(merchantOf(nothing)).toEqual({
    name: null,
    logoUrl: null,
    accentColor: null,
    onAccentColor: null,
    supportUrl: null,
  })
  const all = { businessName: 'Tea', logo: 'live-1', accentColor: '#000000' }
  expect(merchantOf({ ...all, support: 'a?b@tea.example' })).toEqual({
    name: 'Tea',
    logoUrl: '/api/checkout/logos/live-1',
    accentColor: '#000000',
    onAccentColor: '#ffffff',
    supportUrl: 'mailto:a%3Fb@tea.example',
  })
  const supportUrl = (support: string) => merchantOf({ ...all, support }).supportUrl
  expect(supportUrl('HTTPS://tea.example/help')).toBe('HTTPS://tea.example/help')
  expect(supportUrl('http:@tea.example')).toBe('http:@tea.example')
  expect(supportUrl('x@https:')).toBe('mailto:x@https:')
})
