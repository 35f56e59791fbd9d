import type { VNode } from 'preact'
import { GroupedAddress } from '../../../static-ui/grouped-address.tsx'
import { CopyField } from './copy-field.tsx'

export function AddressField({ label, address }: { label: string; address: string }): VNode {
  return (
    <CopyField label={label} value={address}>
      <GroupedAddress address={address} />
    </CopyField>
  )
}
