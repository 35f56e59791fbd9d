import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listening } from '../../test/send-fixture.ts'
import { repositoryRoot } from '../build/repository-root.ts'
import { testDataDir } from './aws/test-data-dir.ts'
import { readLocalConfig } from './config.ts'
import { prepareFoundation } from './foundation.ts'
import { lockInstance } from './instance-lock.ts'
import { createShutdown } from './shutdown.ts'
import { startupSentence } from './startup-error.ts'

async function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['infra/local/main.ts'], {
    cwd: repositoryRoot,
    env: environment,
  })
  const [exitCode, output, errors] = await Promise.all([
    once(child, 'exit').then(([code]) => code),
    text(child.stdout),
    text(child.stderr),
  ])
  return { exitCode, output, errors }
}

/** Runs only the part of the start that comes before anything is started. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const shutdown = createShutdown(1000)
  try {
    await prepareFoundation(readLocalConfig(environment), shutdown)
    return 'it could start'
  } catch (error) {
    return startupSentence(error)
  } finally {
    await shutdown.run()
  }
}

describe('a start that can’t succeed ends with one sentence', () => {
  it('for an invalid value', async () => {
    expect(await refusal({ DATA_DIR: await testDataDir(), PORT: 'http' })).toBe(
      'PORT must be a port from 0 to 65535 (0 uses a free one), but is "http".',
    )
  })

  it('for a busy port', async () => {
    const port = await listening(createServer())
    expect(await start({ DATA_DIR: await testDataDir(), PORT: String(port) })).toEqual({
      exitCode: 1,
      output: 'Starting the local chains and services …\n',
      errors: `Port ${port} is in use. Set PORT to another one.\n`,
    })
  })

  it('for a data folder that is a file', async () => {
    const file = join(await testDataDir(), 'file')
    await writeFile(file, '')
    expect(await refusal({ DATA_DIR: file, PORT: '0' })).toBe(
      `The data folder ${file} can't be read and written. Check its permissions, or set DATA_DIR.`,
    )
  })

  it('for a data folder of an unreleased state, which stays as it is', async () => {
    const folder = await testDataDir()
    await mkdir(join(folder, 'dynamodb'))
    await writeFile(join(folder, 'wallet.json'), '{"older": "words"}')
    const before = await readdir(folder)
    expect(await refusal({ DATA_DIR: folder, PORT: '0' })).toContain(
      "was made by an unreleased state of Quittance, which this version can't read. Nothing was changed.",
    )
    expect(await readdir(folder)).toEqual(before)
    expect(await readFile(join(folder, 'wallet.json'), 'utf8')).toBe('{"older": "words"}')
  })

  it('for a data folder that another instance uses', async () => {
    const folder = await testDataDir()
    const lock = await lockInstance(folder)
    onTestFinished(lock.release)
    expect(await refusal({ DATA_DIR: folder, PORT: '0' })).toBe(
      `An instance is already running on ${folder} (process ${process.pid}). Stop it, or set another DATA_DIR and PORT.`,
    )
  })
})
