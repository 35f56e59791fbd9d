import { textColorOn } from './accent-color.ts'
import type { Settings } from './settings.ts'

/** The merchant as customers see them; null is not shown. */
export type Merchant = {
  name: string | null
  logoUrl: string | null
  accentColor: string | null
  onAccentColor: string | null
  supportUrl: string | null
}

type Shown = Pick<Settings, 'businessName' | 'logo' | 'accentColor' | 'support'>

export function merchantOf({ businessName, logo, accentColor, support }: Shown): Merchant {
  return {
    name: businessName,
    logoUrl: logo && `/api/checkout/logos/${logo}`,
    accentColor,
    onAccentColor: (accentColor && textColorOn(accentColor)) ?? null,
    supportUrl: support && (/^https?:/i.test(support) ? support : mailto(support)),
  }
}

/** An email can have characters that mean something else in a URL, such as `?` and `&`. */
function mailto(email: string): string {
  const at = email.lastIndexOf('@')
  return `mailto:${encodeURIComponent(email.slice(0, at))}@${email.slice(at + 1)}`
}
