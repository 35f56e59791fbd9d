import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { repositoryRoot } from '../build/repository-root.ts'
import { testDataDir } from './aws/test-data-dir.ts'
import { lockInstance } from './instance-lock.ts'

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

function failure(sentence: string) {
  return { exitCode: 1, output: '', errors: `${sentence}\n` }
}

describe('a start that can’t succeed ends with one sentence', () => {
  it('for an invalid value', async () => {
    expect(await start({ DATA_DIR: await testDataDir(), PORT: 'http' })).toEqual(
      failure('PORT must be a port from 0 to 65535 (0 uses a free one), but is "http".'),
    )
  })

  it('for a busy port', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.close()
    })
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    expect(await start({ DATA_DIR: await testDataDir(), PORT: String(port) })).toEqual(
      failure(`Port ${port} is in use. Set PORT to another one.`),
    )
  })

  it('for a data folder that is a file', async () => {
    const file = join(await testDataDir(), 'file')
    await writeFile(file, '')
    expect(await start({ DATA_DIR: file, PORT: '0' })).toEqual(
      failure(
        `The data folder ${file} can't be read and written. Check its permissions, or set DATA_DIR.`,
      ),
    )
  })

  it('for a data folder that another instance uses', async () => {
    const folder = await testDataDir()
    const lock = await lockInstance(folder)
    onTestFinished(lock.release)
    expect(await start({ DATA_DIR: folder, PORT: '0' })).toEqual(
      failure(
        `An instance is already running on ${folder} (process ${process.pid}). Stop it, or set another DATA_DIR and PORT.`,
      ),
    )
  })
})
