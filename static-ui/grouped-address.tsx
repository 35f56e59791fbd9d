import { Fragment, type VNode } from 'preact'
import { addressGroups } from './address-groups.ts'

/**
 * Shows the whole address, never truncated: address poisoning relies on readers comparing only its ends. The gaps between
 * the groups are margins of one line of text, so a manual selection is also the exact address.
 */
export function GroupedAddress({ address }: { address: string }): VNode {
  return (
    <span class="address">
      <span class="end">0x</span>
      {addressGroups(address).map((group, index, { length }) => (
        <Fragment key={`${index}${group}`}>
          <span class={index === 0 || index === length - 1 ? 'end' : ''}>{group}</span>
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}
