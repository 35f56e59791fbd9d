import { refusing } from '../../../kernel/refusals.ts'

export const ledgerRefusals = {
  nodes_disagree: {
    code: 'timed_out',
    text: 'The nodes of {name} disagree on what the address received. Try again in a minute. To compare them: npm run operate -- networks test --chain {chainId}',
  },
} as const

export const refuseLedger = refusing(ledgerRefusals)
