import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, openSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { freePort } from '../../infra/local/free-port.ts'
import { UsageError } from '../deployed/read-target.ts'
import { eventually } from '../eventually.ts'
import { withoutAws } from './account.ts'

export type Emulator = { endpoint: string; stop: () => Promise<void> }

const install = `The emulator is not installed. Quittance doesn't need it otherwise:

  python3 -m venv ~/ministack
  ~/ministack/bin/pip install ministack==1.5.33 boto3 awscli
  MINISTACK=~/ministack/bin/ministack npm run test:emulator`

/** Starts `ministack` on a free port. What it writes goes to a file in the folder. */
export async function startEmulator(folder: string, given: string | undefined): Promise<Emulator> {
  const program = given ?? onPath('ministack')
  const bin = program === undefined ? undefined : dirname(program)
  if (program === undefined || bin === undefined || !hasParts(bin)) throw new UsageError(install)
  const port = await freePort(0)
  const log = openSync(join(folder, 'emulator.log'), 'a')
  const child = spawn(program, {
    cwd: folder,
    env: { ...lambdaVariables(folder, bin), GATEWAY_PORT: String(port) },
    stdio: ['ignore', log, log],
    // Its own group, so that the functions that it started end with it.
    detached: true,
  })
  const ended = once(child, 'exit')
  const kill = () => {
    const runs = child.exitCode === null && child.signalCode === null
    if (runs && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    kill()
    await ended
  }
  const endpoint = `http://127.0.0.1:${port}`
  await eventually(() => responds(endpoint), Boolean, { what: 'a response of the emulator' })
  return { endpoint, stop }
}

/** Variables that Lambda gives to functions, and the emulator takes from its own environment. */
function lambdaVariables(folder: string, bin: string): Record<string, string> {
  const own = withoutAws()
  return {
    ...own,
    MINISTACK_HOST: '127.0.0.1',
    // Functions' folders, which it leaves behind.
    TMPDIR: folder,
    // `node` and `aws` for the functions.
    PATH: [dirname(process.execPath), bin, own['PATH']].join(delimiter),
    PYTHONPATH: join(repositoryRoot, 'test/emulator/lambda-runtime'),
    // Lambda's Node has the AWS SDK.
    NODE_PATH: installSdk(folder),
    // Chain and webhook receiver are on this machine.
    NODES_ALLOW_LOOPBACK: 'on',
    WEBHOOK_ALLOW_LOOPBACK: 'on',
  }
}

/** The one client that a function takes from Lambda's runtime; all others are bundled. */
function installSdk(folder: string): string {
  const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--silent']
  execFileSync('npm', ['install', ...options, '@aws-sdk/client-api-gateway@3'], {
    stdio: 'inherit',
  })
  return join(folder, 'node_modules')
}

function hasParts(bin: string): boolean {
  try {
    execFileSync(join(bin, 'python'), ['-c', 'import ministack, boto3, awscli'], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

async function responds(endpoint: string): Promise<boolean> {
  return fetch(`${endpoint}/_ministack/health`).then(
    ({ ok }) => ok,
    () => false,
  )
}

function onPath(name: string): string | undefined {
  const folders = (withoutAws()['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
