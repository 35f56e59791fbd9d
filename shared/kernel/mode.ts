export const modes = ['live', 'test'] as const

/** Live moves real funds, test does not; the two never meet. */
export type Mode = (typeof modes)[number]
