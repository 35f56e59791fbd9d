import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { openapi } from '../../shared/openapi/openapi.ts'
import { clientResources } from './client-resources.ts'
import { clientTypes } from './client-types.ts'
import { apiDocument, operationsByResource } from './operations.ts'

/** Returns the client's generated files by their names in `sdk/src/generated`. */
export async function clientFiles(): Promise<Record<string, string>> {
  const api = apiDocument.parse(openapi({ baseUrl: 'https://pay.example' }))
  const resources = operationsByResource(api)
  const files = {
    'types.ts': await clientTypes(api, [...resources.values()].flat()),
    'resources.ts': clientResources(resources),
  }
  return Object.fromEntries(
    await Promise.all(
      Object.entries(files).map(async ([name, code]) => [name, await formatted(name, code)]),
    ),
  )
}

/** Formats the code as the rest of the repository. Rejects if it isn't TypeScript. */
async function formatted(name: string, code: string): Promise<string> {
  const path = `sdk/src/generated/${name}`
  const child = spawn(
    join(repositoryRoot, 'node_modules/.bin/biome'),
    ['check', '--write', `--stdin-file-path=${path}`],
    {
      cwd: repositoryRoot,
    },
  )
  child.stdin.end(code)
  const [output, problems] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (output === '') throw new Error(problems)
  return output
}
