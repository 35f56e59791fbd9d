import type { VNode } from 'preact'
import { Icon } from '../parts/icon.tsx'
import { address, hrefOf, mode } from '../router.ts'
import { text } from '../texts/text.ts'
import { type Page, pages, pathOf, placeAt } from './pages.ts'

const groups = ['money', 'developers', 'instance'] as const

/** All pages by group, in the sidebar. */
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
    </nav>
  )
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
  return (
    <a
      href={hrefOf(pathOf(page, mode.value))}
      title={name}
      {...(isCurrent && { 'aria-current': 'page' as const })}
    >
      <Icon name={page.icon} />
      <span>{name}</span>
    </a>
  )
}
