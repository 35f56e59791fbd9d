/** The number of indices to skip if some may have been used without our knowledge. */
export const derivationGap = 10_000
