import type { Hex } from 'viem'
import type { HexAddress } from '../chain.ts'

/** A call to a function that returns one 32-byte word. */
export type WordCall = { target: HexAddress; callData: Hex }

/** Undefined if the contract failed or returned anything else: the value is unknown, and must not count as zero. */
export type Word = Hex | undefined
