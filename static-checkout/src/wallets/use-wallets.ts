import { useEffect, useState } from 'preact/hooks'
import { discoverWallets, type Wallet } from './discover-wallets.ts'

/** Returns the wallets that have announced themselves, without duplicates. */
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
