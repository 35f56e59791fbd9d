import { refusing } from '../../../kernel/refusals.ts'

export const payoutWalletRefusals = {
  no_pending_change: {
    code: 'state_changed',
    text: 'No change of the payout wallet on {chain} is pending. payout-wallets list shows what is in effect.',
  },
  replaced_address: {
    code: 'state_changed',
    text: 'This address is in effect, and another one is to replace it. To keep it, cancel the change: payout-wallets cancel.',
  },
  address_of_contract: {
    code: 'parameter_invalid',
    text: '{param} is a contract of {chain}, which keeps what is sent to it: give an address that only you have the key of.',
  },
  address_of_own_wallet: {
    code: 'parameter_invalid',
    text: '{param} is an address of this instance’s wallet, whose money is swept: give an address that only you have the key of.',
  },
  network_not_enabled: {
    code: 'unsupported_chain',
    text: '{param}: {chain} is not enabled in {mode} mode. Enable it first: npm run operate -- networks add.',
  },
  contract_elsewhere: {
    code: 'parameter_invalid',
    text: '{param} is a contract on {other}, and nothing on {chain}: deploy it there first, or give another address.',
  },
  payout_wallet_present: {
    code: 'parameter_invalid',
    text: '{param}: {chain} has a payout wallet already. Leave it out here, and change it afterwards: npm run operate -- payout-wallets set',
  },
  no_payout_chain: {
    code: 'unsupported_chain',
    text: '{param} is not a supported chain of {mode} mode (docs/networks-and-fees.md lists them).',
  },
  payout_chain_repeated: {
    code: 'parameter_invalid',
    text: '{param} repeats chain {chainId}: each chain has one payout wallet.',
  },
} as const

export const refusePayoutWallet = refusing(payoutWalletRefusals)
