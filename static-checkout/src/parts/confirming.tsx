import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { formatDuration } from '../format.ts'
import { isFinalCheck } from '../money.ts'
import { secondsUntil } from '../state.ts'
import { payText } from '../texts/pay/pay-text.ts'

/** The confirmations, drawn as a ring that closes, and the time that they will probably take; after the last, a check mark. */
export function Confirming({ view, nowMs }: { view: CheckoutView; nowMs: number }): VNode {
  const { confirmations, confirmationsRequired: required } = view
  const done = Math.min(confirmations, required)
  return (
    <div class="confirming">
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle class="track" cx="60" cy="60" r="52" pathLength={required} />
        <circle
          class="done"
          cx="60"
          cy="60"
          r="52"
          pathLength={required}
          stroke-dasharray={`${done} ${required}`}
        />
        {isFinalCheck(view) && <path class="done" d="m40 61 14 14 26-28" />}
      </svg>
      {isFinalCheck(view) ? (
        <p class="left">{payText.detected.final}</p>
      ) : (
        <>
          <p class="count">
            <strong>{done}</strong>
            <span>{fill(payText.detected.of, { required })}</span>
          </p>
          <p class="visually-hidden">{fill(payText.detected.counter, { done, required })}</p>
          <p class="left">{timeLeft(view, nowMs)}</p>
        </>
      )}
    </div>
  )
}

/** Rounded to what can be known: to ten seconds below two minutes. */
function timeLeft({ confirmedAbout, chainName: chain }: CheckoutView, nowMs: number): string {
  const seconds = confirmedAbout === null ? 0 : secondsUntil(confirmedAbout, nowMs)
  if (seconds < 5) return fill(payText.detected.soon, { chain })
  const rounded = Math.max(10, Math.round(seconds / 10) * 10)
  return fill(payText.detected.left, { time: formatDuration(rounded), chain })
}
