import { describe, expect, it } from 'vitest'
import {
  browserCookie,
  browserCookieIn,
  endedCookie,
  schemeOf,
  signInCookie,
  signInCookieIn,
} from './sign-in-cookie.ts'

describe('the cookie', () => {
  it('is tied to its host over TLS', () => {
    expect(signInCookie('si_1.secret', 60, 'https')).toBe(
      '__Host-quittance=si_1.secret; Secure; HttpOnly; SameSite=Strict; Path=/; Max-Age=60',
    )
  })

  it('has another name and no Secure on this machine', () => {
    expect(signInCookie('si_1.secret', 60, 'http')).toBe(
      'quittance=si_1.secret; HttpOnly; SameSite=Strict; Path=/; Max-Age=60',
    )
  })

  it('is removed by an empty one that is expired', () => {
    expect(endedCookie('https')).toContain('__Host-quittance=; Secure;')
    expect(endedCookie('https')).toContain('Max-Age=0')
  })

  it('is read by the name of its scheme only', () => {
    const header = 'quittance=plain; __Host-quittance=secure; other=1'
    expect(signInCookieIn(header, 'https')).toBe('secure')
    expect(signInCookieIn(header, 'http')).toBe('plain')
    expect(signInCookieIn('x__Host-quittance=a', 'https')).toBeUndefined()
    expect(signInCookieIn(undefined, 'https')).toBeUndefined()
  })

  it('is not guessed if it is there twice', () => {
    expect(signInCookieIn('quittance=one; quittance=two', 'http')).toBeUndefined()
  })

  it('has the scheme of the page', () => {
    expect(schemeOf('http://localhost:4400')).toBe('http')
    expect(schemeOf('https://pay.example.com')).toBe('https')
    expect(schemeOf(undefined)).toBe('https')
  })
})

describe('the cookie of a browser in which somebody has signed in before', () => {
  const value = `${'a-b_'.repeat(10)}xyz`

  it('has a name of its own', () => {
    expect(browserCookie(value, 60, 'https')).toBe(
      `__Host-quittance-browser=${value}; Secure; HttpOnly; SameSite=Strict; Path=/; Max-Age=60`,
    )
    expect(browserCookie(value, 60, 'http')).toMatch(/^quittance-browser=a-b_/)
  })

  it('is read only if the service made it', () => {
    const read = (given: string) => browserCookieIn(`__Host-quittance-browser=${given}`, 'https')
    expect(read(value)).toBe(value)
    const others = [`${value}x`, value.slice(1), value.replace('-', '!'), '']
    expect(others.map(read)).toEqual(Array(4).fill(undefined))
    expect(browserCookieIn(undefined, 'https')).toBeUndefined()
  })
})
