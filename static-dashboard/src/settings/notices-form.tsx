import type { VNode } from 'preact'
import { NoticesSlot } from '../notices/notices-slot.tsx'
import { mode } from '../router.ts'
import { instance } from '../texts/instance/instance.ts'

/** Who gets a notice of each sale of the mode. */
export function NoticesForm(): VNode {
  return (
    <>
      <p class="quiet">{instance.settings.noticesHint}</p>
      <NoticesSlot mode={mode.value} />
    </>
  )
}
