import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { repositoryRoot } from '../../../infra/build/repository-root.ts'
import { runIn } from '../../../test/clients/run.ts'
import { inheritedVariables } from '../../../test/config.ts'
import { eventually } from '../../../test/eventually.ts'

const folder = join(import.meta.dirname, 'store')
const person = { email: 'owner@shop.example', password: 'correct horse battery' }

/** Sends a request to the API of Medusa, and returns the body of the response. Throws if it isn't a success. */
export type Api = <Body>(method: string, path: string, body?: object) => Promise<Body>

/** What a request has made, as Medusa wraps it. */
export type Made<Name extends string, Fields = unknown> = Record<Name, { id: string } & Fields>

export type Store = {
  url: string
  /** Sends requests as a member of the shop's staff. */
  admin: Api
  /** All that it has logged; what went wrong there is otherwise invisible. */
  log: () => string
  stop: () => Promise<void>
}

/** Medusa from its lock file, and this package as its README says: packed, and installed from the archive. */
export async function installStore(): Promise<void> {
  const run = runIn(folder)
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['ci', ...quietly])
  const pack = ['pack', './plugins/medusa', '--silent', '--pack-destination', folder]
  const archive = join(folder, await runIn(repositoryRoot)('npm', pack))
  await run('npm', ['install', '--no-save', ...quietly, archive])
}

/** A shop with this package, as its README says, on an empty database. */
export async function startStore(
  port: number,
  variables: Readonly<Record<string, string>>,
): Promise<Store> {
  const env = {
    NODE_ENV: 'production',
    ...{ STORE_CORS: '*', ADMIN_CORS: '*', AUTH_CORS: '*', JWT_SECRET: 'a', COOKIE_SECRET: 'b' },
    ...variables,
  }
  const run = runIn(folder, env)
  const medusa = join(folder, 'node_modules/.bin/medusa')
  await run(medusa, ['db:migrate', '--skip-scripts'])
  await run(medusa, ['user', '--email', person.email, '--password', person.password])
  const child = spawn(medusa, ['start', '--port', `${port}`], {
    cwd: folder,
    env: { ...inheritedVariables, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let logged = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      logged += chunk
    })
  }
  const exited = once(child, 'exit')
  const url = `http://localhost:${port}`
  await eventually(
    () => {
      if (child.exitCode !== null) throw new Error(`the shop ended: ${logged}`)
      return fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    },
    Boolean,
    { what: 'readiness of the shop' },
  )
  const { token } = await api(url, {})<{ token: string }>('POST', '/auth/user/emailpass', person)
  return {
    url,
    admin: api(url, { authorization: `Bearer ${token}` }),
    log: () => logged,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

export function api(url: string, headers: Readonly<Record<string, string>>): Api {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const said = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${said}`)
    return JSON.parse(said)
  }
}
