import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../infra/local/free-port.ts'
import { runIn } from '../../../test/clients/run.ts'
import { eventually } from '../../../test/eventually.ts'

const programs = '/usr/lib/postgresql'
/** Becomes the program, which then gets its signals. */
const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']

/** A database of its own, as Debian's package has it, which is deleted afterwards. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const bin = await newestPrograms()
  const folder = await mkdtemp(join(tmpdir(), 'quittance-postgres-'))
  const run = runIn(folder)
  // Postgres refuses to run as root, and its package has a user.
  const owner = process.getuid?.() === 0 ? asPostgres : []
  if (owner.length > 0) await chown(folder, Number(await run('id', ['-u', 'postgres'])), -1)
  const [command = '', ...args] = [...owner, join(bin, 'initdb')]
  await run(command, [...args, '-D', join(folder, 'data'), '-A', 'trust', '-U', 'medusa'])
  const port = await freePort(0)
  const [server = '', ...first] = [...owner, join(bin, 'postgres')]
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off']
  const child = spawn(
    server,
    [
      ...first,
      '-D',
      join(folder, 'data'),
      '-p',
      `${port}`,
      ...settings.flatMap((one) => ['-c', one]),
    ],
    { stdio: 'ignore' },
  )
  const exited = once(child, 'exit')
  const ready = ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'medusa', '-d', 'postgres']
  await eventually(() => run(join(bin, 'pg_isready'), ready).then(Boolean, () => false), Boolean, {
    what: 'readiness of Postgres',
  })
  await run(join(bin, 'psql'), [...ready, '-c', 'CREATE DATABASE store'])
  return {
    url: `postgres://medusa@127.0.0.1:${port}/store`,
    stop: async () => {
      child.kill('SIGINT')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function newestPrograms(): Promise<string> {
  const versions = await readdir(programs).catch(() => [])
  const newest = versions
    .map(Number)
    .filter(Number.isInteger)
    .toSorted((one, other) => one - other)
    .at(-1)
  if (newest) return join(programs, `${newest}`, 'bin')
  throw new Error(
    'Postgres is missing. Install it: apt-get install --no-install-recommends postgresql',
  )
}
