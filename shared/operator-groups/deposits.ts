import {
  listUnmatchedDeposits,
  runListUnmatchedDeposits,
} from '../ledger/list-unmatched-deposits.ts'
import { serves } from '../operators/served-operation.ts'

export const depositOperations = [serves(listUnmatchedDeposits, runListUnmatchedDeposits)]
