/** Posts a notification as Alchemy would. */
export function notify(baseUrl: string, body: string, signature: string): Promise<Response> {
  return fetch(`${baseUrl}/api/chain/notifications/alchemy`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-alchemy-signature': signature },
    body,
  })
}

/** Alchemy's notification of a native transfer to an address. */
export function activity(address: string, network = 'LOCAL_31337'): string {
  return JSON.stringify({
    webhookId: 'wh_journey',
    id: 'whevt_journey',
    createdAt: '2026-03-01T12:00:00.000000000Z',
    type: 'ADDRESS_ACTIVITY',
    event: {
      network,
      activity: [
        {
          blockNum: '0x1',
          hash: `0x${'ab'.repeat(32)}`,
          fromAddress: `0x${'11'.repeat(20)}`,
          toAddress: address.toLowerCase(),
          value: 1,
          asset: 'ETH',
          category: 'external',
          rawContract: { rawValue: '0xde0b6b3a7640000', address: null, decimals: 18 },
        },
      ],
    },
  })
}
