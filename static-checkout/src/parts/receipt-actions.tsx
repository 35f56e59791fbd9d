import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { writeClipboard } from '../../../static-ui/clipboard.ts'
import { payText } from '../texts/pay/pay-text.ts'

/** Ways to keep the receipt. Its address stays valid and never leads elsewhere. */
export function ReceiptActions(): VNode {
  const [isCopied, setCopied] = useState(false)
  const { href } = location
  const copy = () => void writeClipboard(href).then(setCopied)
  // A customer who closes the sheet of the system has changed their mind.
  const share = () => void navigator.share({ url: href, title: document.title }).catch(() => {})
  return (
    <div class="keep">
      <p class="note">{payText.receipt.keep}</p>
      <div class="foot">
        <button type="button" class="plain" onClick={copy}>
          {isCopied ? payText.receipt.linkCopied : payText.receipt.copyLink}
        </button>
        {'share' in navigator && (
          <button type="button" class="plain" onClick={share}>
            {payText.receipt.share}
          </button>
        )}
        <button type="button" class="plain" onClick={() => window.print()}>
          {payText.receipt.print}
        </button>
      </div>
    </div>
  )
}
