import type { VNode } from 'preact'
import { textColorOn } from '../../../shared/records/settings/rules/accent-color.ts'
import { formatFiat } from '../format.ts'
import { instance } from '../texts/instance/instance.ts'
import './settings.css'

export function BrandPreview(props: {
  name: string
  color: string
  logoUrl: string | null
  caption?: string
  title?: string
  price?: string
  description?: string | null
}): VNode {
  const { name, color, logoUrl, title, description } = props
  const {
    caption = instance.settings.preview,
    price = formatFiat({ amount: '12.00', currency: 'USD' }),
  } = props
  const accent = /^#[0-9a-f]{6}$/i.test(color.trim()) ? color.trim() : undefined
  const onAccent = accent && textColorOn(accent)
  return (
    <figure class="preview">
      <figcaption class="quiet">{caption}</figcaption>
      <div>
        <p class="preview-seller">
          {logoUrl && <img src={logoUrl} alt="" />}
          {name.trim() || instance.settings.noName}
        </p>
        {title && <p class="preview-title">{title}</p>}
        <p class="preview-price">{price}</p>
        {description && <p class="preview-text">{description}</p>}
        <span
          class="button primary"
          style={accent && onAccent ? { background: accent, color: onAccent } : {}}
        >
          {instance.settings.previewButton}
        </span>
      </div>
    </figure>
  )
}
