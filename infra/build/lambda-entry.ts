import { dirname, join } from 'node:path'
import type { Plugin } from 'esbuild'

import { repositoryRoot } from './repository-root.ts'

const configFile = join(repositoryRoot, 'shared/kernel/operation/config.ts')
const logFile = join(repositoryRoot, 'shared/log/log.ts')

/** The program that serves an entry file, as an entry point. */
export const lambdaProgram = (path: string) => `lambda:${path}`

/** Builds the entry file's function from the environment, once per process. */
const program = (entry: string) => `
  import { serve } from ${JSON.stringify(entry)}
  import { configOf } from ${JSON.stringify(configFile)}
  import { measureIn } from ${JSON.stringify(logFile)}

  const config = configOf(process.env)
  measureIn(config('METRICS_NAMESPACE'))
  export const handler = serve(config)
`

/** Entry files read no environment and open nothing when they are imported; the program calls them. */
export const lambdaEntry: Plugin = {
  name: 'lambda-entry',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^lambda:/ }, ({ path }) => ({
      path: path.slice('lambda:'.length),
      namespace: 'lambda',
    }))
    onLoad({ filter: /./, namespace: 'lambda' }, ({ path }) => ({
      contents: program(path),
      loader: 'ts',
      resolveDir: dirname(path),
    }))
  },
}
