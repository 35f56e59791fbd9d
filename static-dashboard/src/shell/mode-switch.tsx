import type { VNode } from 'preact'
import { modes } from '../../../shared/kernel/mode.ts'
import { address, hrefOf, mode } from '../router.ts'
import { text } from '../texts/text.ts'
import { pathOf, placeAt } from './pages.ts'

/** Live and test never share a page: each side is a link to the same page of the other mode. */
export function ModeSwitch(): VNode {
  const page = placeAt(address.value.path)?.page
  const target = page?.isOfMode ? page : ({ name: 'home', isOfMode: true } as const)
  return (
    <nav class="mode" aria-label={text.shell.mode}>
      {modes.map((each) => (
        <a
          key={each}
          href={hrefOf(pathOf(target, each))}
          {...(each === mode.value && { 'aria-current': 'true' as const })}
        >
          {text.modes[each]}
        </a>
      ))}
    </nav>
  )
}
