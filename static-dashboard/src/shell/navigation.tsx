import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { useModule } from '../../../static-ui/use-module.ts'
import { Icon } from '../parts/icon.tsx'
import { address, hrefOf, mode } from '../router.ts'
import { text } from '../texts/text.ts'
import { openCount } from './open-counts.ts'
import { type Page, pages, pathOf, placeAt } from './pages.ts'

const groups = ['money', 'developers', 'instance'] as const

export function Navigation(): VNode {
  return (
    <nav class="nav" aria-label={text.shell.navigation}>
      {groups.map((group) => (
        <div key={group}>
          {group !== 'money' && <p class="group">{text.groups[group]}</p>}
          {pages
            .filter((page) => page.group === group)
            .map((page) => (
              <PageLink key={page.name} page={page} />
            ))}
        </div>
      ))}
      {placeAt(address.value.path)?.page.name !== 'home' && <Counts />}
    </nav>
  )
}

/** Requests the counts that Home already has. */
function Counts(): VNode | null {
  const module = useModule(() => import('./watch-attention.ts'))
  return module ? <module.WatchAttention /> : null
}

/** The most important pages, and the menu with all, at the bottom of a phone's screen. */
export function Tabs({ onMore }: { onMore: () => void }): VNode {
  return (
    <nav class="tabs" aria-label={text.shell.tabs}>
      {pages
        .filter(({ isTab }) => isTab)
        .map((page) => (
          <PageLink key={page.name} page={page} />
        ))}
      <button type="button" onClick={onMore}>
        <Icon name="more" />
        <span>{text.shell.more}</span>
      </button>
    </nav>
  )
}

function PageLink({ page }: { page: Page }): VNode {
  const isCurrent = placeAt(address.value.path)?.page.name === page.name
  const name = text.pages[page.name]
  const count = openCount(page.name)
  return (
    <a
      href={hrefOf(pathOf(page, mode.value))}
      title={count === undefined ? name : `${name}: ${fill(text.shell.open, { count })}`}
      {...(isCurrent && { 'aria-current': 'page' as const })}
    >
      <Icon name={page.icon} />
      <span>{name}</span>
      {count !== undefined && <b class="count">{count}</b>}
    </a>
  )
}
