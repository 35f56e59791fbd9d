import { configOf } from '../shared/kernel/operation/config.ts'

export const config = configOf(process.env)
