import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** No JSON begins with it. */
const mark = 'deflate:'

/**
 * Only the amount of data that DynamoDB returns at a time limits the response to a list, so a row may not become many
 * times as long when it is unpacked.
 */
const longestPacked = 4096

/**
 * Texts that the API's objects have in common, the most frequent last. Compression refers to them, so that an event is
 * half as long. Rows refer to these very bytes: they must never change. Only a text with a mark of its own may use
 * others.
 */
const dictionary = Buffer.from(
  [
    '"https://,"payment_link","deleted":true,"description","title","slug","active":true,"customer","pending","detected"',
    '"underpaid","overpaid","paid_late","expired","failed","currency":"EUR",{"id":"cs_01","object":"checkout_session"',
    '"linkId":"pl_01","status":"paid","address":"0x","amount":{"base":"0000000","formatted":"0.0","decimals":18',
    '"wei":"0000000000000000","eth":"0.0"},"amountReceived":{"base":"0","formatted":"0"}',
    '"amountPending":{"base":"0","formatted":"0"},"fiat":{"amount":"0.00","currency":"USD"},"ethPriceUsd":""',
    '"unitPriceUsd":"1","expiresAt":"20","lateUntil":"20","paidAt":"20","txHash":"0x","chainId":8453,"asset":"USDC"',
    '"assetSelected":true,"confirmations":0,"confirmationsRequired":10,"failureReason":null,"provider":null',
    '"metadata":null,"successUrl":null,"cancelUrl":null,"returnUrl":null,"customerEmail":null,"livemode":true',
    '"checkoutUrl":"https://","createdAt":"20","updatedAt":"T00:00:00.000Z","sequence":1}',
  ].join(','),
)

/** A shorter text that `unpacked` turns back, or the same one if it is long. */
export function packed(text: string): string {
  if (text.length > longestPacked) return text
  return mark + deflateRawSync(text, { dictionary }).toString('base64')
}

/** Longer texts, and those that were stored before any were compressed, are read as they are. */
export function unpacked(stored: string): string {
  if (!stored.startsWith(mark)) return stored
  const compressed = Buffer.from(stored.slice(mark.length), 'base64')
  return inflateRawSync(compressed, { dictionary }).toString('utf8')
}
