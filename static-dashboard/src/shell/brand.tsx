import type { VNode } from 'preact'

export function Brand({ name = 'Quittance' }: { name?: string }): VNode {
  return (
    <p class="brand">
      <span class="logo">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M10 7h12v18l-3-2-3 2-3-2-3 2z" />
          <path class="lines" d="M13 12h6M13 16h6" />
        </svg>
      </span>
      <b>{name}</b>
    </p>
  )
}
