import { describe, expect, it } from 'vitest'
import { hostileNames, hostileUrls } from '../../../test/hostile-urls.ts'
import { blockedPorts, isAllowedPort } from './blocked-ports.ts'
import { checkPublicUrl } from './check-url.ts'

const strict = { allowLoopback: false }
const local = { allowLoopback: true }

describe('checkPublicUrl', () => {
  it.each(hostileUrls)('refuses %s', (url) => {
    expect(checkPublicUrl(url, strict)).toMatchObject({ ok: false })
  })

  it.each([
    'https://shop.example.com/webhooks',
    'https://shop.example.com:8443/webhooks?shop=1#ignored',
    'https://shop.example.com:8080/',
    'https://shop.example.com:3000/webhooks',
    'https://shop.example.com:65535/',
    'https://shop.example.com.:443/',
    'https://localhost.example.com/',
    'https://xn--mnchen-3ya.example.com/',
    'https://8.8.8.8/webhooks',
    'https://[2606:4700::1111]/webhooks',
    ...hostileNames.map(([host]) => `https://${host}/`),
  ])('accepts %s; the addresses of its name are checked when we connect', (url) => {
    expect(checkPublicUrl(url, strict)).toMatchObject({ ok: true, loopback: false })
  })

  it.each([
    'http://localhost:4400/webhooks',
    'http://127.0.0.1:9999/',
    'http://[::1]:9999/',
    'https://127.0.0.1:9999/',
    'http://shop.localhost:3000/',
  ])('takes %s where loopback is allowed', (url) => {
    expect(checkPublicUrl(url, local)).toMatchObject({ ok: true, loopback: true })
  })

  it.each([
    'http://shop.example.com/',
    'http://10.0.0.1:8080/',
    'https://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://user:pass@localhost/',
    'https://shop.example.com:22/',
    'ftp://localhost/',
  ])('refuses %s even where loopback is allowed', (url) => {
    expect(checkPublicUrl(url, local)).toMatchObject({ ok: false })
  })

  it('says what to change', () => {
    const messageFor = (url: string) => {
      const checked = checkPublicUrl(url, strict)
      return checked.ok ? 'taken' : checked.message
    }
    expect(messageFor('shop.example.com')).toBe('url must be an absolute URL')
    expect(messageFor('http://shop.example.com/')).toBe('url must begin with https://')
    expect(messageFor('https://shop.example.com:25/')).toBe(
      'url must use a port that browsers allow, such as 443 or 8443; 25 belongs to another protocol',
    )
    expect(messageFor('https://a:b@shop.example.com/')).toContain('user name or password')
    expect(messageFor('https://10.0.0.1/')).toBe('url must point to a public address')
  })
})

describe('isAllowedPort', () => {
  it.each([...blockedPorts])('refuses %i, as fetch does before it connects', async (port) => {
    expect(isAllowedPort(String(port))).toBe(false)
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      cause: { message: 'bad port' },
    })
  })

  it.each(['', '80', '443', '3000', '8080', '8443', '9443', '65535'])('allows "%s"', (port) => {
    expect(isAllowedPort(port)).toBe(true)
  })
})
