import { fill } from './texts/template.ts'
import { text } from './texts/text.ts'

type Sold = { merchant: { name: string | null } }

export function backText({ merchant }: Sold): string {
  return merchant.name ? fill(text.backTo, { seller: merchant.name }) : text.back
}

export function continueText({ merchant }: Sold): string {
  return merchant.name ? fill(text.paid.continueTo, { seller: merchant.name }) : text.paid.continue
}
