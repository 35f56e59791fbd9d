/** How many indices to skip when some may have been used without our knowledge. */
export const derivationGap = 10_000
