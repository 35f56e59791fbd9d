import { configOf } from '../functions/config.ts'

export const config = configOf(process.env)
