import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { writeClipboard } from '../../../static-ui/clipboard.ts'
import { payText } from '../texts/pay/pay-text.ts'

const shownMs = 2_000

/** A value to copy. The button copies `value` exactly, however `children` display it. */
export function CopyField(props: {
  label: string
  value: string
  children: ComponentChildren
}): VNode {
  const { label, value, children } = props
  const [copied, setCopied] = useState<'idle' | 'done' | 'failed'>('idle')
  const shown = useRef<HTMLElement>(null)
  useEffect(() => {
    if (copied === 'idle') return
    const timer = window.setTimeout(() => setCopied('idle'), shownMs)
    return () => window.clearTimeout(timer)
  }, [copied])

  const copy = () =>
    void writeClipboard(value).then((done) => {
      setCopied(done ? 'done' : 'failed')
      if (!done && shown.current) selectContents(shown.current)
    })
  return (
    <div class="copy-field">
      <span class="label">{label}</span>
      <div class="row">
        <code ref={shown} dir="ltr" translate={false}>
          {children}
        </code>
        <button
          type="button"
          onClick={copy}
          aria-label={fill(payText.copy.label, { field: label })}
        >
          {payText.copy[copied]}
        </button>
      </div>
      <span class="visually-hidden" role="status">
        {copied === 'done' && `${label}: ${payText.copy.done}`}
      </span>
    </div>
  )
}

/** Selects the value so that the customer can copy it, if the clipboard isn't available. */
function selectContents(element: HTMLElement): void {
  getSelection()?.selectAllChildren(element)
}
