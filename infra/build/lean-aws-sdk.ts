import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import * as z from 'zod'
import { repositoryRoot } from './repository-root.ts'

const namespace = 'environment-credentials'
const packageFile = z.object({ name: z.string(), version: z.string() })

/** Removes the parts of the AWS SDK that functions never use, a third of it, from the bundles. */
export const leanAwsSdk: Plugin = {
  name: 'lean-aws-sdk',
  setup({ onResolve, onLoad }) {
    // Lambda provides credentials in the environment; the default also supports files, SSO and metadata services.
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
    // No service responds with an event stream. Its codec is imported dynamically, so every bundle would contain it;
    // Lambda's client also configures it when it is created.
    onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ path }) => ({
      path,
      namespace: 'left-out',
    }))
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `
        export const eventStreamSerdeProvider = () => undefined
        export const resolveEventStreamSerdeConfig = (config) => config
        export class EventStreamSerde {
          constructor() {
            throw new Error('${path} is not part of the bundles')
          }
        }`,
    }))
    // The DynamoDB client creates this LRU cache for endpoint discovery, which no command uses.
    onResolve({ filter: /^@aws-sdk\/endpoint-cache$/ }, ({ path }) => ({
      path,
      namespace: 'unused',
    }))
    onLoad({ filter: /.*/, namespace: 'unused' }, () => ({
      contents: 'export class EndpointCache {}',
    }))
    // The clients import the whole file only to read their own version.
    onLoad({ filter: /@aws-sdk\/client-[a-z]+\/package\.json$/ }, async ({ path }) => ({
      contents: JSON.stringify(packageFile.parse(JSON.parse(await readFile(path, 'utf8')))),
      loader: 'json',
    }))
  },
}
