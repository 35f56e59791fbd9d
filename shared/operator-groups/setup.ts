import { serves } from '../operators/served-operation.ts'
import { runSetUpInstance, setUpInstance } from '../operators/set-up-instance.ts'

export const setupOperations = [serves(setUpInstance, runSetUpInstance)]
