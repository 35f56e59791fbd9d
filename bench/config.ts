import { configOf } from '../functions/config.ts'

/** The environment of a bench's thread. */
export const config = configOf(process.env)
