import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { fill } from '../../../../shared/kernel/template.ts'
import { GroupedAddress } from '../../../../static-ui/grouped-address.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { setup } from '../../texts/setup/setup.ts'

const path = "m/44'/60'/0'/0/0"

/** The first address of the words, to compare with another wallet. Deriving it is loaded when it is first needed. */
export function FirstAddress({ words }: { words: readonly string[] }): VNode {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    let isLatest = true
    setAddress(undefined)
    void import('./first-address.ts')
      .then(({ firstAddress }) => firstAddress(words))
      .then((derived) => {
        if (isLatest) setAddress(derived)
      })
    return () => {
      isLatest = false
    }
  }, [words.join(' ')])
  return (
    <div class="first-address">
      <div>
        <small class="quiet">{fill(setup.wallet.firstAddress, { path })}</small>
        <p class="mono">
          {address ? <GroupedAddress address={address} /> : <i class="bone-line" />}
        </p>
      </div>
      {address && <CopyButton value={address} label={setup.wallet.copyAddress} />}
    </div>
  )
}
