import { isRecord } from '../request.ts'

/** An EIP-1193 provider. The type of its results is unknown. */
export type Provider = {
  request: (request: { method: string; params?: readonly unknown[] }) => Promise<unknown>
}

/** `name` is null for a wallet that doesn't say who it is. */
export type Wallet = { id: string; name: string | null; icon: string | null; provider: Provider }

const maxNameLength = 40

/** Some apps give their browser its wallet only after the page has begun to load. */
const injectedWithinMs = 300

/** Reports the wallets in this browser, and again when there are more: by EIP-6963, else as older wallets inject themselves. */
export function discoverWallets(onChange: (wallets: readonly Wallet[]) => void): void {
  const announced = new Map<string, Wallet>()
  const findInjected = () => {
    const injected = announced.size === 0 ? injectedWallets() : []
    if (injected.length > 0) onChange(injected)
  }
  window.addEventListener('eip6963:announceProvider', (event) => {
    const wallet = event instanceof CustomEvent ? readWallet(event.detail) : undefined
    if (!wallet || announced.has(wallet.id)) return
    announced.set(wallet.id, wallet)
    onChange([...announced.values()])
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  findInjected()
  window.setTimeout(findInjected, injectedWithinMs)
}

/** Returns undefined if this isn't a wallet. An icon is used only if it is a data URL, so that nothing is fetched. */
function readWallet(detail: unknown): Wallet | undefined {
  if (!isRecord(detail) || !isRecord(detail['info'])) return undefined
  const { info, provider } = detail
  const { uuid, name, icon } = info
  if (typeof uuid !== 'string' || typeof name !== 'string' || !name.trim()) return undefined
  if (!isProvider(provider)) return undefined
  const isData = typeof icon === 'string' && icon.trim().startsWith('data:image/')
  return {
    id: uuid,
    name: name.trim().slice(0, maxNameLength),
    icon: isData ? icon.trim() : null,
    provider,
  }
}

/** Wallets behind `window.ethereum` and its like; several share it through `providers`. */
function injectedWallets(): Wallet[] {
  const [ethereum, binancew3w, trustwallet] = injections.map((key): unknown =>
    Reflect.get(window, key),
  )
  const shared =
    isRecord(ethereum) && Array.isArray(ethereum['providers']) ? ethereum['providers'] : []
  const own = [binancew3w, trustwallet].map((each) =>
    isRecord(each) ? each['ethereum'] : undefined,
  )
  const found = [...(shared.length ? shared : [ethereum]), ...own].filter(isProvider)
  return [...new Set(found)].map((provider, index) => ({
    id: `injected-${index}`,
    name: nameOf(provider),
    icon: null,
    provider,
  }))
}

const injections = ['ethereum', 'binancew3w', 'trustwallet'] as const

/** Many wallets also claim to be MetaMask, so that mark comes last. */
const marks = {
  isCoinbaseWallet: 'Coinbase Wallet',
  isTrust: 'Trust Wallet',
  isOkxWallet: 'OKX Wallet',
  isPhantom: 'Phantom',
  isBinance: 'Binance Wallet',
  isRabby: 'Rabby',
  isMetaMask: 'MetaMask',
} as const

function nameOf(provider: object): string | null {
  const mark = Object.entries(marks).find(([key]) => isRecord(provider) && provider[key] === true)
  return mark?.[1] ?? null
}

function isProvider(value: unknown): value is Provider {
  return isRecord(value) && typeof value['request'] === 'function'
}
