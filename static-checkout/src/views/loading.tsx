import type { VNode } from 'preact'
import { Rail } from '../parts/rail.tsx'
import { text } from '../texts/text.ts'

/** A placeholder with the layout of the page, so that nothing jumps when it has loaded. */
export function LoadingView(): VNode {
  return (
    <>
      <Rail reached={0} tone="rest" />
      <Bones />
    </>
  )
}

export function Bones(): VNode {
  return (
    <div class="body loading">
      <h1 class="visually-hidden" tabIndex={-1}>
        {text.loading}
      </h1>
      <i class="bone bone-amount" />
      <i class="bone bone-line" />
      <i class="bone bone-box" />
      <i class="bone bone-field" />
      <i class="bone bone-field" />
    </div>
  )
}
