import type { VNode } from 'preact'
import { textColorOn } from '../../../shared/settings/rules/accent-color.ts'
import { text } from '../texts/text.ts'

/** How the checkout page begins with this name, logo and color. */
export function BrandPreview(props: {
  name: string
  color: string
  logoUrl: string | null
}): VNode {
  const { name, color, logoUrl } = props
  const accent = /^#[0-9a-f]{6}$/i.test(color.trim()) ? color.trim() : undefined
  const onAccent = accent && textColorOn(accent)
  return (
    <figure class="preview">
      <figcaption class="quiet">{text.settings.preview}</figcaption>
      <div>
        <p class="preview-seller">
          {logoUrl && <img src={logoUrl} alt="" />}
          {name.trim() || text.settings.noName}
        </p>
        <p class="preview-price">$12.00</p>
        <span
          class="button primary"
          style={accent && onAccent ? { background: accent, color: onAccent } : {}}
        >
          {text.settings.previewButton}
        </span>
      </div>
    </figure>
  )
}
