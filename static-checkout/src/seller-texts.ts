import { fill } from '../../shared/kernel/template.ts'
import { payText } from './texts/pay/pay-text.ts'

type Sold = { merchant: { name: string | null } }

export function backText({ merchant }: Sold): string {
  return merchant.name ? fill(payText.backTo, { seller: merchant.name }) : payText.back
}

export function continueText({ merchant }: Sold): string {
  return merchant.name
    ? fill(payText.paid.continueTo, { seller: merchant.name })
    : payText.paid.continue
}
