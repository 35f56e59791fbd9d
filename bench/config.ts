import { configOf } from '../functions/config.ts'

/** The environment that a bench's thread was started with. */
export const config = configOf(process.env)
