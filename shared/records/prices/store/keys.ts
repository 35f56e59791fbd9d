import type { Key } from '../../../kernel/store/keys.ts'

export const priceKeys = {
  price: (pair: string): Key => ({ pk: `price#${pair}`, sk: 'price' }),
  /** The readings of a USD stablecoin, which counts as 1 while they confirm it. */
  pegReadings: (pair: string): Key => ({ pk: `price#${pair}`, sk: 'peg-readings' }),
} as const
