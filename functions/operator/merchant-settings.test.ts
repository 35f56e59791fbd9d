import { expect, it } from 'vitest'
import { transact } from '../../shared/kernel/store/transact.ts'
import { changeSettings } from '../../shared/records/settings/change-settings.ts'
import { showLogo } from '../../shared/records/settings/show-logo.ts'
import { settingsKeys } from '../../shared/records/settings/store/keys.ts'
import { settingsUpdate } from '../../shared/records/settings/store/settings.ts'
import { allGiven } from '../../test/given-services.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'

async function settingsFunction() {
  const { config, table } = await serviceFunctions()
  const { call } = terminal(lambdasOf(config))
  return { table, set: (values: unknown) => call(changeSettings, { mode: 'live', values }) }
}

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

const request = { body: undefined, viewerAddress: '', knownTag: undefined, limit: async () => {} }

it('keeps what customers see of the merchant', async () => {
  const { set } = await settingsFunction()
  const values = {
    businessName: '  Ana’s Books ',
    accentColor: '#0B5D4E',
    support: 'help@shop.example',
    embedOrigins: ['https://shop.example', 'https://other.example:8443'],
    walletApps: ['trust', 'metamask'],
    checkoutMethods: ['coins'],
  }
  const expected = { ...values, businessName: 'Ana’s Books', accentColor: '#0b5d4e' }
  expect(await set(values)).toMatchObject(expected)
  expect(await set({ support: 'https://shop.example/help?a=1' })).toMatchObject({
    ...expected,
    support: 'https://shop.example/help?a=1',
  })
  expect(await set({ embedOrigins: null, support: null })).toMatchObject({
    embedOrigins: [],
    support: null,
  })
})

it.each([
  [{ accentColor: '#777777' }, 'values.accentColor must have a contrast of at least 4.5:1'],
  [{ accentColor: 'green' }, 'values.accentColor must be a color such as #0b5d4e'],
  [{ support: 'ask us' }, 'values.support must be an email address, or a URL'],
  [{ embedOrigins: ['https://shop.example/cart'] }, 'must be an origin without a path'],
  [{ embedOrigins: ['*'] }, 'values.embedOrigins.0 must be'],
  [{ walletApps: ['trust', 'trust'] }, 'values.walletApps must name each one only once'],
  [{ walletApps: ['other'] }, 'values.walletApps.0 must be'],
  [{ checkoutMethods: [] }, 'values.checkoutMethods must'],
  [{ businessName: '' }, 'values.businessName must have'],
  [{ logo: Buffer.from('<svg/>').toString('base64') }, 'logo must be a PNG, JPEG or WebP image.'],
  [{ logo: '' }, 'logo must be a PNG, JPEG or WebP image.'],
])('refuses %j', async (values, message) => {
  const { set } = await settingsFunction()
  await expect(set(values)).rejects.toThrow(message)
})

it('refuses a logo of more than 100 kB', async () => {
  const { set } = await settingsFunction()
  const logo = Buffer.concat([png, Buffer.alloc(100_000)]).toString('base64')
  await expect(set({ logo })).rejects.toThrow('values.logo must be an image of at most 100 kB')
})

it('allows plain HTTP on localhost only to an instance that runs there', async () => {
  const { set, table } = await settingsFunction()
  const local = { embedOrigins: ['http://localhost:3000'], support: 'http://localhost:3000/help' }
  expect(await set(local)).toMatchObject(local)
  await transact(table, [settingsUpdate('live', { baseUrl: 'https://pay.example' })])
  for (const [name, value] of Object.entries(local)) {
    await expect(set({ [name]: value })).rejects.toThrow(`${name} must begin with https://.`)
  }
})

it('serves the logo by the id of its content, and nothing by an earlier one', async () => {
  const { set, table } = await settingsFunction()
  const show = (id: string) => showLogo.run(allGiven({ table }), { ...request, id })
  const { logo } = await set({ logo: png.toString('base64') })
  expect(logo).toMatch(/^live-[0-9a-f]{32}$/)
  const shown = await show(logo ?? '')
  expect(shown.headers).toMatchObject({
    'Content-Type': 'image/png',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  })
  expect(Buffer.from(shown.body)).toEqual(png)

  const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex')
  const { logo: next } = await set({ logo: jpeg.toString('base64') })
  expect(next).not.toBe(logo)
  expect((await show(next ?? '')).headers['Content-Type']).toBe('image/jpeg')
  for (const id of [logo ?? '', 'live-', 'test-1', '', settingsKeys.logo('live').pk]) {
    await expect(show(id)).rejects.toMatchObject({ code: 'resource_not_found' })
  }
  expect(await set({ logo: null })).toMatchObject({ logo: null })
  await expect(show(next ?? '')).rejects.toMatchObject({ code: 'resource_not_found' })
})
