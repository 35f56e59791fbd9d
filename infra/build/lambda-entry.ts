import { dirname, join } from 'node:path'
import type { Plugin } from 'esbuild'

import { repositoryRoot } from './repository-root.ts'

const configFile = join(repositoryRoot, 'functions/config.ts')
const logFile = join(repositoryRoot, 'functions/log/log.ts')

/** The program that serves an export of an entry file, as an entry point. */
export const lambdaProgram = (path: string, serve = 'serve') => `lambda:${serve}@${path}`

/** What Lambda loads: the entry file's function, built once for the process from its environment. */
const program = (serve: string, entry: string) => `
  import { ${serve} as serve } from ${JSON.stringify(entry)}
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
      path: path.slice('lambda:'.length),
      namespace: 'lambda',
    }))
    onLoad({ filter: /./, namespace: 'lambda' }, ({ path }) => {
      const end = path.indexOf('@')
      const entry = path.slice(end + 1)
      const contents = program(path.slice(0, end), entry)
      return { contents, loader: 'ts', resolveDir: dirname(entry) }
    })
  },
}
