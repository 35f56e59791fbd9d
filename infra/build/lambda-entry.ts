import { dirname, join } from 'node:path'
import type { Plugin } from 'esbuild'

import { repositoryRoot } from './repository-root.ts'

const configFile = join(repositoryRoot, 'functions/config.ts')
const logFile = join(repositoryRoot, 'functions/log/log.ts')

/** Before the path of an entry file. */
export const lambdaScheme = 'lambda:'

/** What Lambda loads: the entry file's function, built once for the process from its environment. */
const program = (entry: string) => `
  import { serve } from ${JSON.stringify(entry)}
  import { configOf } from ${JSON.stringify(configFile)}
  import { measureIn } from ${JSON.stringify(logFile)}

  const config = configOf(process.env)
  measureIn(config('METRICS_NAMESPACE'))
  export const handler = serve(config)
`

/** Entry files read no environment and open nothing when they are imported; here is who calls them. */
export const lambdaEntry: Plugin = {
  name: 'lambda-entry',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^lambda:/ }, ({ path }) => ({
      path: path.slice(lambdaScheme.length),
      namespace: 'lambda',
    }))
    onLoad({ filter: /./, namespace: 'lambda' }, ({ path }) => ({
      contents: program(path),
      loader: 'ts',
      resolveDir: dirname(path),
    }))
  },
}
