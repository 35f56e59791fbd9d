/** As many indices are skipped where some may have been used that nobody knows of. */
export const derivationGap = 10_000
