import type { VNode } from 'preact'
import { useId, useState } from 'preact/hooks'
import { instance } from '../texts/instance/instance.ts'

/** An image to upload; null removes the present one. */
export type ChosenLogo = { base64: string | null; url: string | null }

const maxBytes = 100_000

/** A PNG, JPEG or WebP: SVG can contain scripts. */
export function LogoField(props: {
  error: string | undefined
  onChoose: (logo: ChosenLogo) => void
}): VNode {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const choose = async (file: File | undefined) => {
    setProblem(undefined)
    if (!file) return
    if (file.size > maxBytes) return setProblem(instance.settings.logoSize)
    const url = await dataUrlOf(file)
    props.onChoose({ base64: url.slice(url.indexOf(',') + 1), url })
  }
  const error = problem ?? props.error
  return (
    <div class="field">
      <label for={id}>{instance.settings.logo}</label>
      <input
        id={id}
        class="file"
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-describedby={`${id}-note`}
        aria-invalid={error === undefined ? undefined : true}
        onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
      />
      <p class={error === undefined ? 'note' : 'note bad'} id={`${id}-note`}>
        {error ?? instance.settings.logoHint}
      </p>
    </div>
  )
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
