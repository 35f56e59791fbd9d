export const modes = ['live', 'test'] as const

/** Live mode moves real funds, test mode doesn't. They share no data. */
export type Mode = (typeof modes)[number]

/** The record of whichever mode has it, or undefined: ids are unique across modes. */
export async function findInModes<Found>(
  among: readonly Mode[],
  load: (mode: Mode) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const found = await Promise.all(among.map(load))
  return found.find((each) => each !== undefined)
}
