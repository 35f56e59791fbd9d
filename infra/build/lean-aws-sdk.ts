import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import * as z from 'zod'
import { repositoryRoot } from './repository-root.ts'

const namespace = 'environment-credentials'
const packageFile = z.object({ name: z.string(), version: z.string() })

/** Leaves out of bundles what functions never use of the AWS SDK, which is a third of it. */
export const leanAwsSdk: Plugin = {
  name: 'lean-aws-sdk',
  setup({ onResolve, onLoad }) {
    // Lambda puts credentials into the environment; the default would also read files, sign on and ask metadata services.
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path }) => ({
      path,
      namespace,
    }))
    onLoad({ filter: /.*/, namespace }, () => ({
      contents: `
        import { fromEnv } from '@aws-sdk/credential-provider-env'
        export const defaultProvider = () => fromEnv()`,
      resolveDir: repositoryRoot,
    }))
    // No service here answers with a stream of events. Its codec is loaded on demand, and so would be in every bundle.
    onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ path }) => ({
      path,
      namespace: 'left-out',
    }))
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `throw new Error('${path} is left out of the bundles')`,
    }))
    // DynamoDB's client makes this cache, an LRU library around it, for a discovery of endpoints that no command does.
    onResolve({ filter: /^@aws-sdk\/endpoint-cache$/ }, ({ path }) => ({
      path,
      namespace: 'unused',
    }))
    onLoad({ filter: /.*/, namespace: 'unused' }, () => ({
      contents: 'export class EndpointCache {}',
    }))
    // The clients want to know their own version, and have the whole file included for it.
    onLoad({ filter: /@aws-sdk\/client-[a-z]+\/package\.json$/ }, async ({ path }) => ({
      contents: JSON.stringify(packageFile.parse(JSON.parse(await readFile(path, 'utf8')))),
      loader: 'json',
    }))
  },
}
