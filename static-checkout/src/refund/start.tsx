import { render } from 'preact'
import { startRefundTexts } from '../texts/refund/refund-text.ts'
import { startLanguage } from '../texts/text.ts'
import { RefundPage } from './refund-page.tsx'

/** The page where a customer says where a refund goes. The secret of its link is after the `#`. */
export async function showRefund(root: Element, id: string): Promise<void> {
  await Promise.all([startLanguage(), startRefundTexts().catch(() => undefined)])
  render(<RefundPage id={id} secret={location.hash.slice(1)} />, root)
}
