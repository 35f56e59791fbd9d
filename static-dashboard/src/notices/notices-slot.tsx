import type { VNode } from 'preact'
import type { Mode } from '../../../shared/kernel/mode.ts'
import { useModule } from '../../../static-ui/use-module.ts'
import { Bones } from '../parts/page.tsx'
import { loadNotices } from '../texts/notices/notices.ts'

/** Where the sale notices of a mode go: loaded with its texts, since pages with other texts show it. */
export function NoticesSlot({ mode }: { mode: Mode }): VNode {
  const module = useModule(() => import('./notice-destinations.tsx'))
  const hasTexts = useModule(() => loadNotices().then(() => true))
  if (!module || !hasTexts) return <Bones rows={1} />
  return <module.NoticeDestinations key={mode} mode={mode} />
}
