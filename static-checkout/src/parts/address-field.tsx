import type { VNode } from 'preact'
import { addressGroups } from '../format.ts'
import { CopyField } from './copy-field.tsx'

/**
 * The whole address, never cut: comparing only its ends is what address poisoning lives on. The gaps between the
 * groups are drawn, not typed, so a selection by hand is the address too.
 */
export function AddressField({ label, address }: { label: string; address: string }): VNode {
  return (
    <CopyField label={label} value={address}>
      <span class="address">
        <span class="prefix">0x</span>
        <span class="groups">
          {addressGroups(address).map((group, index) => (
            <span key={`${index}${group}`}>{group}</span>
          ))}
        </span>
      </span>
    </CopyField>
  )
}
