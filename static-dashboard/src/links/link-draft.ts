import { isPlainUrl } from '../../../shared/kernel/plain-url.ts'
import { tools } from '../texts/tools/tools.ts'

/** Text as it was typed. */
export type LinkDraft = {
  title: string
  fiatAmount: string
  fiatCurrency: string
  description: string
  successUrl: string
  cancelUrl: string
}

export const emptyDraft: LinkDraft = {
  title: '',
  fiatAmount: '',
  fiatCurrency: 'USD',
  description: '',
  successUrl: '',
  cancelUrl: '',
}

type Values = {
  title: string
  fiatAmount: string
  fiatCurrency: string
  description: string | null
  successUrl: string | null
  cancelUrl: string | null
}

export function draftOf(link: Values): LinkDraft {
  const { title, fiatAmount, fiatCurrency, description, successUrl, cancelUrl } = link
  return {
    title,
    fiatAmount,
    fiatCurrency,
    description: description ?? '',
    successUrl: successUrl ?? '',
    cancelUrl: cancelUrl ?? '',
  }
}

/** The values of a draft; an optional field that is empty is null. */
export function valuesOf(draft: LinkDraft): Values {
  return {
    title: draft.title.trim(),
    fiatAmount: draft.fiatAmount.trim(),
    fiatCurrency: draft.fiatCurrency.trim().toUpperCase(),
    description: draft.description.trim() || null,
    successUrl: draft.successUrl.trim() || null,
    cancelUrl: draft.cancelUrl.trim() || null,
  }
}

/** Only what differs, so that two operators who change different fields at once both win. */
export function changesBetween(before: Values, after: Values): Partial<Values> {
  const { title, fiatAmount, fiatCurrency, description, successUrl, cancelUrl } = after
  return {
    ...(title !== before.title && { title }),
    ...(fiatAmount !== before.fiatAmount && { fiatAmount }),
    ...(fiatCurrency !== before.fiatCurrency && { fiatCurrency }),
    ...(description !== before.description && { description }),
    ...(successUrl !== before.successUrl && { successUrl }),
    ...(cancelUrl !== before.cancelUrl && { cancelUrl }),
  }
}

/** By field, before the service is asked. */
export function problemsOf(draft: LinkDraft): Partial<Record<keyof LinkDraft, string>> {
  const { title, fiatAmount, fiatCurrency, successUrl, cancelUrl } = valuesOf(draft)
  return {
    ...(title === '' && { title: tools.links.titleMissing }),
    ...(!isPrice(fiatAmount) && { fiatAmount: tools.links.priceShape }),
    ...(!/^[A-Z]{3}$/.test(fiatCurrency) && { fiatCurrency: tools.links.currencyShape }),
    ...(!isAddress(successUrl) && { successUrl: tools.links.urlShape }),
    ...(!isAddress(cancelUrl) && { cancelUrl: tools.links.urlShape }),
  }
}

export function isPrice(text: string): boolean {
  return /^\d{1,12}(\.\d{1,2})?$/.test(text) && Number(text) > 0
}

function isAddress(text: string | null): boolean {
  return text === null || isPlainUrl(text)
}
