import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { writeClipboard } from '../../../static-ui/clipboard.ts'
import { text } from '../texts/text.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

const shownMs = 2_000

function useCopy(value: string): { isCopied: boolean; copy: () => void } {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = window.setTimeout(() => setCopied(false), shownMs)
    return () => window.clearTimeout(timer)
  }, [isCopied])
  return { isCopied, copy: () => void writeClipboard(value).then(setCopied) }
}

export function CopyButton({ value, label }: { value: string; label: string }): VNode {
  const { isCopied, copy } = useCopy(value)
  return (
    <Button kind="soft" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
      {isCopied ? text.copied : label}
    </Button>
  )
}

/** A shortened value that copies the whole one. */
export function CopyValue(props: { value: string; label: string; children: string }): VNode {
  const { isCopied, copy } = useCopy(props.value)
  return (
    <button type="button" class="copy" title={props.value} onClick={copy}>
      {props.children}
      <span class="visually-hidden">, {props.label}</span>
      <Icon name={isCopied ? 'check' : 'copy'} small />
    </button>
  )
}

export function CodeBox(props: {
  title: string
  code: string
  children?: ComponentChildren
}): VNode {
  return (
    <figure class="code">
      <figcaption>
        <strong>{props.title}</strong>
        <CopyButton value={props.code} label={text.copy} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be scrolled with the keyboard */}
      <pre tabIndex={0}>{props.children ?? props.code}</pre>
    </figure>
  )
}
