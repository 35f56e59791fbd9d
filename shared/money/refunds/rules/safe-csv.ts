type ReadyRefund = {
  tokenAddress: string | null
  address: string | null
  amount: { formatted: string } | null
}

/**
 * A file for Safe’s CSV Airdrop, which sends all of them in one transaction. It names coins without a contract `native`;
 * amounts are decimal, and ids are only for NFTs.
 */
export function safeCsv(refunds: readonly ReadyRefund[]): string {
  const rows = refunds.map(({ tokenAddress, address, amount }) => [
    tokenAddress === null ? 'native' : 'erc20',
    tokenAddress ?? '',
    address ?? '',
    amount?.formatted ?? '',
    '',
  ])
  const head = ['token_type', 'token_address', 'receiver', 'amount', 'id']
  return [head, ...rows].map((cells) => `${cells.join(',')}\n`).join('')
}
