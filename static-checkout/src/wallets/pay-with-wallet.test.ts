import { describe, expect, test } from 'vitest'
import { aView, usdcOnBase } from '../../../test/browser/checkout-views.ts'
import type { Provider } from './discover-wallets.ts'
import { encodeTransfer } from './encode-transfer.ts'
import { payWithWallet } from './pay-with-wallet.ts'

const account = '0x000000000000000000000000000000000000dEaD'
const ether = aView(new Date())
const base = '0x2105'
const hash = `0x${'5c'.repeat(32)}`

type Requests = Parameters<Provider['request']>[0][]

/** A wallet on `chain` that accepts every request, except as `results` says. */
function fakeWallet(options: { chain?: string; results?: Record<string, () => unknown> } = {}) {
  let { chain = base } = options
  const requests: Requests = []
  const results: Record<string, () => unknown> = {
    eth_requestAccounts: () => [account],
    eth_chainId: () => chain,
    wallet_switchEthereumChain: () => {
      chain = base
      return null
    },
    eth_sendTransaction: () => hash,
    ...options.results,
  }
  const provider: Provider = {
    request: async (request) => {
      requests.push(request)
      return results[request.method]?.()
    },
  }
  return { provider, requests }
}

function throwing(error: unknown): () => never {
  return () => {
    throw error
  }
}

function pay({ provider }: { provider: Provider }, payment = ether, isCurrent = () => true) {
  return payWithWallet(provider, { ...payment, amountBase: payment.amount.base }, isCurrent)
}

const methodsOf = (requests: Requests) => requests.map(({ method }) => method)

describe('a wallet is asked to send', () => {
  test("the chain's own coin to the payment's address", async () => {
    const wallet = fakeWallet()
    expect(await pay(wallet)).toEqual({ kind: 'sent', hash })
    expect(wallet.requests).toEqual([
      { method: 'eth_requestAccounts' },
      { method: 'eth_chainId' },
      {
        method: 'eth_sendTransaction',
        params: [{ from: account, to: ether.address, value: '0xaa87bee5380000' }],
      },
    ])
  })

  test("a token through its contract, and none of the chain's coin", async () => {
    const amount = { base: '120000000', formatted: '120', decimals: 6 }
    const wallet = fakeWallet()
    await pay(wallet, { ...ether, tokenAddress: usdcOnBase, amount })
    const data = encodeTransfer(ether.address, 120_000_000n)
    expect(wallet.requests.at(-1)?.params).toEqual([
      { from: account, to: usdcOnBase, value: '0x0', data },
    ])
  })

  test('on the right network, after switching to it', async () => {
    const wallet = fakeWallet({ chain: '0x1' })
    expect(await pay(wallet)).toEqual({ kind: 'sent', hash })
    expect(wallet.requests[2]).toEqual({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: base }],
    })
    expect(methodsOf(wallet.requests).slice(3)).toEqual(['eth_chainId', 'eth_sendTransaction'])
  })
})

describe('a network that the wallet does not know', () => {
  const walletWithout = (results: Record<string, () => unknown> = {}) => {
    let isAdded = false
    return fakeWallet({
      chain: '0x1',
      results: {
        wallet_switchEthereumChain: () => {
          if (!isAdded) throw Object.assign(new Error('unknown chain'), { code: 4902 })
          return null
        },
        wallet_addEthereumChain: () => {
          isAdded = true
          return null
        },
        eth_chainId: () => (isAdded ? base : '0x1'),
        ...results,
      },
    })
  }

  test('is offered to it, with a public node, and then paid on', async () => {
    const wallet = walletWithout()
    expect(await pay(wallet)).toEqual({ kind: 'sent', hash })
    expect(wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain')).toEqual({
      method: 'wallet_addEthereumChain',
      params: [
        {
          chainId: base,
          chainName: 'Base',
          nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 },
          rpcUrls: [expect.stringMatching(/^https:/)],
          blockExplorerUrls: ['https://basescan.org'],
        },
      ],
    })
  })

  test('stays away if the customer declines it', async () => {
    const wallet = walletWithout({ wallet_addEthereumChain: throwing({ code: 4001 }) })
    expect(await pay(wallet)).toEqual({ kind: 'rejected' })
  })
})

test('a wallet that returns no hash has sent the payment all the same', async () => {
  const wallet = fakeWallet({ results: { eth_sendTransaction: () => ({ id: 7 }) } })
  expect(await pay(wallet)).toEqual({ kind: 'sent', hash: null })
})

describe('nothing is sent', () => {
  const unknownChain = [
    ['plain', { code: 4902 }],
    ['wrapped by a phone', { code: -32603, data: { originalError: { code: 4902 } } }],
  ] as const
  test.each(unknownChain)('to a network that the wallet does not know, %s', async (_, error) => {
    const results = { wallet_switchEthereumChain: throwing(error) }
    const wallet = fakeWallet({ chain: '0x1', results })
    expect(await pay(wallet, { ...ether, chainId: 31337 })).toEqual({
      kind: 'failed',
      failure: 'network_missing',
    })
    expect(methodsOf(wallet.requests)).not.toContain('eth_sendTransaction')
  })

  test('by a wallet that confirms the network change but does not switch', async () => {
    const wallet = fakeWallet({
      chain: '0x1',
      results: { wallet_switchEthereumChain: () => null },
    })
    expect(await pay(wallet)).toEqual({ kind: 'failed', failure: 'network_missing' })
    expect(methodsOf(wallet.requests)).not.toContain('eth_sendTransaction')
  })

  test('once the payment on the page has changed', async () => {
    const wallet = fakeWallet()
    expect(await pay(wallet, ether, () => false)).toEqual({ kind: 'failed', failure: 'outdated' })
    expect(methodsOf(wallet.requests)).not.toContain('eth_sendTransaction')
  })

  test.each(['eth_requestAccounts', 'eth_sendTransaction'])(
    'if the customer rejects %s, which is not an error',
    async (method) => {
      const wallet = fakeWallet({ results: { [method]: throwing({ code: 4001 }) } })
      expect(await pay(wallet)).toEqual({ kind: 'rejected' })
    },
  )

  test.each([
    [{ code: -32002 }, 'busy'],
    [{ code: -32000, message: 'insufficient funds' }, 'failed'],
    [new Error('the extension went away'), 'failed'],
    [undefined, 'failed'],
  ])('if the wallet throws %o', async (error, failure) => {
    const wallet = fakeWallet({ results: { eth_sendTransaction: throwing(error) } })
    expect(await pay(wallet)).toEqual({ kind: 'failed', failure })
  })

  test.each([[[]], [null], [[42]]])('without an account: %o', async (accounts) => {
    const wallet = fakeWallet({ results: { eth_requestAccounts: () => accounts } })
    expect(await pay(wallet)).toEqual({ kind: 'failed', failure: 'failed' })
  })
})
