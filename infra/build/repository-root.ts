import { fileURLToPath } from 'node:url'

/** The base of entry files, `dist/` and `node_modules/`, whatever the working directory of a command is. */
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url))
