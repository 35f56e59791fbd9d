import { hardenedOffset } from './derive-private.ts'

const segment = /^(\d{1,10})['hH]$/

/**
 * The numbers of an account's path below `m/44'`, such as [44, 60, 7] for `m/44'/60'/7'`; undefined for any other text: only
 * three hardened levels are an account (BIP-44).
 */
export function parseAccountPath(text: string): readonly number[] | undefined {
  const [root, ...levels] = text.trim().split('/')
  const numbers = levels.map((level) => Number(segment.exec(level)?.[1] ?? Number.NaN))
  const isAccount = root === 'm' && numbers.length === 3 && numbers[0] === 44
  return isAccount && numbers.every((number) => number < hardenedOffset) ? numbers : undefined
}

/** [44, 60, 7] → `m/44'/60'/7'`. */
export function accountPathText(path: readonly number[]): string {
  return ['m', ...path.map((number) => `${number}'`)].join('/')
}
