import { describe, expect, test } from 'vitest'
import { walletApps } from '../../../shared/records/settings/rules/checkout-ways.ts'
import { usdcOnBase } from '../../../test/browser/checkout-views.ts'
import { walletLinks } from './wallet-apps.ts'

const page = new URL('https://pay.example/checkout/cs_1')
const address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const ether = {
  walletApps,
  address,
  chainId: 8453,
  tokenAddress: null,
  due: { base: '48000000000000000', formatted: '0.048' },
}
const usdc = {
  walletApps,
  address,
  chainId: 10,
  tokenAddress: usdcOnBase,
  due: { base: '120000000', formatted: '120' },
}

const linksOf = (name: string, payment: Parameters<typeof walletLinks>[0]) =>
  walletLinks(payment, page).find((links) => links.name === name)

describe('the links of a wallet app', () => {
  test.each([
    ['MetaMask', 'https://link.metamask.io/dapp/pay.example/checkout/cs_1'],
    [
      'Trust Wallet',
      'https://link.trustwallet.com/open_url?coin_id=60&url=https%3A%2F%2Fpay.example%2Fcheckout%2Fcs_1',
    ],
    [
      'Phantom',
      'https://phantom.app/ul/browse/https%3A%2F%2Fpay.example%2Fcheckout%2Fcs_1?ref=https%3A%2F%2Fpay.example',
    ],
  ])('open this page in %s', (name, link) => {
    expect(linksOf(name, ether)?.open).toBe(link)
  })

  test('fill in coin and token, in the units that the wallet reads', () => {
    expect(linksOf('MetaMask', ether)?.send).toBe(
      `https://link.metamask.io/send/${address}@8453?value=48000000000000000`,
    )
    expect(linksOf('MetaMask', usdc)?.send).toBe(
      `https://link.metamask.io/send/${usdcOnBase}@10/transfer?address=${address}&uint256=120000000`,
    )
    expect(linksOf('Trust Wallet', usdc)?.send).toBe(
      `https://link.trustwallet.com/send?asset=c10000070_t${usdcOnBase}&address=${address}&amount=120`,
    )
  })

  test('are those of the merchant, in their order', () => {
    const links = walletLinks({ ...ether, walletApps: ['okx', 'metamask'] }, page)
    expect(links.map(({ name }) => name)).toEqual(['OKX Wallet', 'MetaMask'])
  })

  test('are left out on a chain where they fail', () => {
    expect(linksOf('Trust Wallet', ether)?.send).toBeNull()
    expect(linksOf('MetaMask', { ...ether, chainId: 1 })?.send).toBeNull()
    expect(linksOf('Phantom', usdc)).toBeUndefined()
  })

  test('are https, which a phone without the app opens as a page', () => {
    const all = [ether, usdc].flatMap((payment) => walletLinks(payment, page))
    const urls = all.flatMap(({ open, send }) => (send ? [open, send] : [open]))
    expect(urls.filter((url) => !url.startsWith('https://'))).toEqual([])
    expect(urls.filter((url) => url.includes('{'))).toEqual([])
  })
})
