import { describe, expect, it } from 'vitest'
import { endedCookie, schemeOf, signInCookie, signInCookieIn } from './sign-in-cookie.ts'

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
