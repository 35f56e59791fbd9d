/** Codes change every 30 seconds, and clocks differ by up to that much. */
export const totpPeriodSeconds = 30

/** Six digits as typed, or undefined if it is something else, such as a recovery code. */
export function totpDigits(code: string): string | undefined {
  const digits = code.replace(/\s/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

export function totpStepAt(at: Date): number {
  return Math.floor(at.getTime() / 1000 / totpPeriodSeconds)
}
