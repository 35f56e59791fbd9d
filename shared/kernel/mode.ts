export const modes = ['live', 'test'] as const

/** Live mode moves real funds, test mode doesn't. They share no data. */
export type Mode = (typeof modes)[number]
