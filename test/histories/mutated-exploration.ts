import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import type { Explored, explore } from './explore.ts'
import type { Mutation } from './mutations.ts'

type Exploration = { explore: typeof explore }

/** The exploration of histories with a rule that is changed. Throws if its text isn't there exactly once. */
export async function mutatedExploration(mutation: Mutation): Promise<Exploration> {
  const { outputFiles } = await build({
    entryPoints: [join(repositoryRoot, 'test/histories/explore.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    plugins: [replacing(mutation)],
  })
  const text = outputFiles[0]?.text ?? ''
  const code = `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`
  const imported: Exploration = await import(/* @vite-ignore */ code)
  return imported
}

function replacing({ file, from, to }: Mutation): Plugin {
  const path = join(repositoryRoot, file)
  return {
    name: 'replacing',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, async (loaded) => {
        if (loaded.path !== path) return undefined
        const parts = (await readFile(path, 'utf8')).split(from)
        if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`)
        return { contents: parts.join(to), loader: 'ts' }
      })
    },
  }
}

/** The properties that it violates, as sentences. */
export function violatedBy({ violations }: Explored): string[] {
  return violations.map(({ property, history }) => `${property}: ${history.join('; ')}`)
}
