import { useEffect, useState } from 'preact/hooks'
import { discoverWallets, type Wallet } from './discover-wallets.ts'

/** The wallets that have announced themselves, each once. */
export function useWallets(): readonly Wallet[] {
  const [wallets, setWallets] = useState<readonly Wallet[]>([])
  useEffect(() => {
    const over = new AbortController()
    discoverWallets((wallet) => {
      setWallets((known) => (known.some(({ id }) => id === wallet.id) ? known : [...known, wallet]))
    }, over.signal)
    return () => over.abort()
  }, [])
  return wallets
}
