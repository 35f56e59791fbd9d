import { isRecord } from '../request.ts'

/** An EIP-1193 provider. The type of its results is unknown. */
export type Provider = {
  request: (request: { method: string; params?: readonly unknown[] }) => Promise<unknown>
}

export type Wallet = { id: string; name: string; icon: string | null; provider: Provider }

const maxNameLength = 40

/** Reports each wallet in this browser (EIP-6963) until `signal` is aborted. Extensions can announce themselves anytime. */
export function discoverWallets(onWallet: (wallet: Wallet) => void, signal: AbortSignal): void {
  const hear = (event: Event) => {
    const wallet = event instanceof CustomEvent ? readWallet(event.detail) : undefined
    if (wallet) onWallet(wallet)
  }
  window.addEventListener('eip6963:announceProvider', hear, { signal })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
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

function isProvider(value: unknown): value is Provider {
  return isRecord(value) && typeof value['request'] === 'function'
}
