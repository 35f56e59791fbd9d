import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { hrefOf, mode } from '../router.ts'
import { text } from '../texts/text.ts'
import { tools } from '../texts/tools/tools.ts'
import { Icon } from './icon.tsx'

export function BackLink({ page }: { page: 'links' | 'customers' | 'webhooks' | 'events' }): VNode {
  const name = text.pages[page]
  return (
    <a
      class="back"
      href={hrefOf(`/${mode.value}/${page}`)}
      aria-label={fill(tools.back, { page: name })}
    >
      <Icon name="back" small />
      {name}
    </a>
  )
}
