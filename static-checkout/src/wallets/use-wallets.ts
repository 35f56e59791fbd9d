import { useEffect, useState } from 'preact/hooks'
import { discoverWallets, type Wallet } from './discover-wallets.ts'

let known: readonly Wallet[] = []
const changes = new EventTarget()

// Before the first screen that shows them: a button that came later would move what the customer is about to press.
discoverWallets((wallets) => {
  known = wallets
  changes.dispatchEvent(new Event('change'))
})

export function useWallets(): readonly Wallet[] {
  const [wallets, setWallets] = useState(known)
  useEffect(() => {
    const over = new AbortController()
    const update = () => setWallets(known)
    update()
    changes.addEventListener('change', update, { signal: over.signal })
    return () => over.abort()
  }, [])
  return wallets
}
