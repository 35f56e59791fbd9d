import type { VNode } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { instance } from '../texts/instance/instance.ts'

/** An image to upload; null removes the present one. */
export type ChosenLogo = { base64: string | null; url: string | null }

const maxBytes = 100_000
const types = ['image/png', 'image/jpeg', 'image/webp']

type Props = {
  /** The current logo. */
  url: string | null
  error: string | undefined
  onChoose: (logo: ChosenLogo) => void
}

/** A PNG, JPEG or WebP, chosen or dropped: SVG can contain scripts. */
export function LogoField({ url, error: refused, onChoose }: Props): VNode {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const choose = async (file: File | undefined) => {
    const found = file && problemWith(file)
    setProblem(found)
    if (!file || found) return
    const read = await dataUrlOf(file)
    onChoose({ base64: read.slice(read.indexOf(',') + 1), url: read })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void choose(event.dataTransfer?.files[0])
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const words = instance.settings
  const error = problem ?? refused
  return (
    <fieldset
      class="field"
      aria-describedby={`${id}-note`}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <legend class="field-title">{words.logo}</legend>
      <input
        ref={input}
        type="file"
        hidden
        accept={types.join()}
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0])
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <div class={isOver ? 'drop over' : 'drop'}>
        {url && <img src={url} alt={words.logo} />}
        <Button kind="soft" onClick={() => input.current?.click()}>
          {words.logoChoose}
        </Button>
        {url ? (
          <Button kind="plain" onClick={() => onChoose({ base64: null, url: null })}>
            {words.removeLogo}
          </Button>
        ) : (
          <span class="quiet">{words.logoDrop}</span>
        )}
      </div>
      <p class={error === undefined ? 'note' : 'note bad'} id={`${id}-note`}>
        {error ?? words.logoHint}
      </p>
    </fieldset>
  )
}

function problemWith({ type, size }: File): string | undefined {
  if (!types.includes(type)) return instance.settings.logoType
  return size > maxBytes ? instance.settings.logoSize : undefined
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
