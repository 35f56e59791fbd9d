import type { Hex } from 'viem'
import type { HexAddress } from './chain.ts'

/** A call to a function that returns one 32-byte word. */
export type WordCall = { target: HexAddress; callData: Hex }

/** Undefined if the contract failed or returned anything else: nothing may be concluded from it, least of all zero. */
export type Word = Hex | undefined
