import type { WordsHoldMoney } from '../../shared/payments/wallet/wire/words-hold-money.ts'

/** Why words are not accepted before somebody confirms them. */
export function wordsHoldMoneyText({ held, unread, withoutLiveNetworks }: WordsHoldMoney): string {
  return [
    ...(held.length > 0 ? ['These words hold money already:'] : []),
    ...held.map(
      ({ amount, symbol, chain, address }) => `  ${amount} ${symbol} on ${chain}, ${address}`,
    ),
    ...unread.map(
      ({ chain, chainId, reason }) =>
        `What they hold on ${chain} (${chainId}) could not be read: ${reason}.`,
    ),
    ...(withoutLiveNetworks
      ? ['No live network is enabled yet, so it could not be read whether they hold money.']
      : []),
    'Never give the words of your own savings wallet: this instance keeps them to send payments on by itself.',
  ].join('\n')
}
