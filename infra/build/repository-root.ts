import { fileURLToPath } from 'node:url'

/** Entry files, `dist/` and `node_modules/` are found from here, whatever folder a command was started in. */
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url))
