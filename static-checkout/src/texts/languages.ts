import type { PayTexts, Texts } from './texts.ts'

type Language = {
  /** Its name in itself. */
  name: string
  /** Loads its texts; null for English, which is part of the page. A string is what the build has packed. */
  load: (() => Promise<Texts | string>) | null
  /** Loads its texts from the address on. */
  loadPay: (() => Promise<PayTexts | string>) | null
  isRightToLeft?: true
}

const codes = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'tr', 'ja', 'zh', 'ar'] as const

export type LanguageCode = (typeof codes)[number]

/** The page's languages, in the order of the menu. Each becomes two chunks. */
export const languages: Readonly<Record<LanguageCode, Language>> = {
  en: { name: 'English', load: null, loadPay: null },
  de: {
    name: 'Deutsch',
    load: async () => (await import('./de.ts')).de,
    loadPay: async () => (await import('./pay/de.ts')).de,
  },
  fr: {
    name: 'Français',
    load: async () => (await import('./fr.ts')).fr,
    loadPay: async () => (await import('./pay/fr.ts')).fr,
  },
  es: {
    name: 'Español',
    load: async () => (await import('./es.ts')).es,
    loadPay: async () => (await import('./pay/es.ts')).es,
  },
  pt: {
    name: 'Português',
    load: async () => (await import('./pt.ts')).pt,
    loadPay: async () => (await import('./pay/pt.ts')).pt,
  },
  it: {
    name: 'Italiano',
    load: async () => (await import('./it.ts')).it,
    loadPay: async () => (await import('./pay/it.ts')).it,
  },
  nl: {
    name: 'Nederlands',
    load: async () => (await import('./nl.ts')).nl,
    loadPay: async () => (await import('./pay/nl.ts')).nl,
  },
  pl: {
    name: 'Polski',
    load: async () => (await import('./pl.ts')).pl,
    loadPay: async () => (await import('./pay/pl.ts')).pl,
  },
  tr: {
    name: 'Türkçe',
    load: async () => (await import('./tr.ts')).tr,
    loadPay: async () => (await import('./pay/tr.ts')).tr,
  },
  ja: {
    name: '日本語',
    load: async () => (await import('./ja.ts')).ja,
    loadPay: async () => (await import('./pay/ja.ts')).ja,
  },
  zh: {
    name: '简体中文',
    load: async () => (await import('./zh.ts')).zh,
    loadPay: async () => (await import('./pay/zh.ts')).zh,
  },
  ar: {
    name: 'العربية',
    load: async () => (await import('./ar.ts')).ar,
    loadPay: async () => (await import('./pay/ar.ts')).ar,
    isRightToLeft: true,
  },
}

/** The first of the reader's languages that the page has, such as "de" for "de-AT"; English if it has none. */
export function languageFor(wanted: readonly string[]): { code: LanguageCode; locale: string } {
  for (const locale of wanted) {
    const base = locale.toLowerCase().split('-')[0]
    const code = codes.find((each) => each === base)
    if (code) return { code, locale }
  }
  return { code: 'en', locale: 'en' }
}
