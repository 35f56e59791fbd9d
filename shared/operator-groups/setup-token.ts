import { mintSetupToken, runMintSetupToken } from '../operators/mint-setup-token.ts'
import { serves } from '../operators/served-operation.ts'

export const setupTokenOperations = [serves(mintSetupToken, runMintSetupToken)]
