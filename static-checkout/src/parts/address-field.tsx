import type { VNode } from 'preact'
import { addressGroups } from '../format.ts'
import { CopyField } from './copy-field.tsx'

/**
 * Shows the whole address, never truncated: address poisoning relies on customers comparing only its ends. The gaps between
 * the groups are styling, so a manual selection is also the exact address.
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
