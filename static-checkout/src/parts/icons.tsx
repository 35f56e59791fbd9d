import type { VNode } from 'preact'

export type Tone = 'neutral' | 'info' | 'ok' | 'warn' | 'bad'

const strokes = {
  neutral: 'M12 7v5l3 2',
  info: 'M12 16V8m-3.5 3.5L12 8l3.5 3.5',
  ok: 'm7.5 12.5 3 3 6-6.5',
  warn: 'M12 7.5V13m0 3.2v.3',
  bad: 'm8.5 8.5 7 7m0-7-7 7',
} as const satisfies Record<Tone, string>

/** The icon next to a headline. The headline says the same, so the icon is hidden from screen readers. */
export function ToneIcon({ tone }: { tone: Tone }): VNode {
  return (
    <svg class={`tone tone-${tone}`} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="11" />
      <path d={strokes[tone]} pathLength="1" />
    </svg>
  )
}
