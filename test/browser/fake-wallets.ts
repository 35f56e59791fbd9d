/** A browser extension as a page sees it: the error codes of its methods, and its network. */
export type FakeWallet = {
  name: string
  icon?: string
  /** Its current network; switching changes it. */
  chain?: string
  errors?: Record<string, number>
  /** Methods that wait until the test calls `window.answerWallet()`. */
  waits?: string[]
  /** Networks that it doesn't know until they are added. */
  unknownChains?: string[]
}

export const customerAccount = '0x000000000000000000000000000000000000dEaD'

/**
 * A script that announces wallets by EIP-6963 whenever the page requests them, and records their requests in
 * `window.walletRequests`.
 */
export function fakeWalletsScript(wallets: readonly FakeWallet[]): string {
  return `
    window.walletRequests = []
    const fakes = ${JSON.stringify(wallets)}.map(({ name, icon, chain = '0x2105', errors = {}, waits = [], unknownChains = [] }, index) => ({
      info: { uuid: 'wallet-' + index, name, icon, rdns: 'example.wallet' },
      provider: {
        async request({ method, params }) {
          window.walletRequests.push({ wallet: name, method, params })
          if (waits.includes(method)) await new Promise((resolve) => { window.answerWallet = resolve })
          if (errors[method]) throw Object.assign(new Error('no'), { code: errors[method] })
          if (method === 'eth_requestAccounts') return ['${customerAccount}']
          if (method === 'eth_chainId') return chain
          if (method === 'wallet_addEthereumChain') {
            unknownChains = unknownChains.filter((id) => id !== params[0].chainId)
          }
          if (method === 'wallet_switchEthereumChain') {
            const { chainId } = params[0]
            if (unknownChains.includes(chainId)) throw Object.assign(new Error('no'), { code: 4902 })
            chain = chainId
          }
          if (method === 'eth_sendTransaction') return '0x' + '5c'.repeat(32)
          return null
        },
      },
    }))
    window.addEventListener('eip6963:requestProvider', () => {
      for (const detail of fakes) {
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(detail) }))
      }
    })`
}
