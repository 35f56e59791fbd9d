import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { nodesOn, type RunningInstance, startInstance } from '../../test/instance.ts'
import { suspend } from '../../test/suspend.ts'
import { repositoryRoot } from '../build/repository-root.ts'
import { testDataDir } from './aws/test-data-dir.ts'

/** Starts whole instances several times, possibly on a busy machine. */
const timeout = 180_000

async function start(): Promise<RunningInstance> {
  const running = await startInstance()
  onTestFinished(running.stop)
  return running
}

describe('a shutdown during startup leaves no node running', { timeout }, () => {
  it.each([
    ['as soon as the first one runs', 1, false],
    ['while both of them hang', 2, true],
  ] as const)('%s', async (_, count, hang) => {
    const dataDir = await testDataDir()
    const child = spawn(process.execPath, ['infra/local/main.ts'], {
      cwd: repositoryRoot,
      env: { PORT: '0', DATA_DIR: dataDir, STATE_DIR: await testDataDir() },
      stdio: 'ignore',
    })
    const exited = once(child, 'exit')
    onTestFinished(() => void child.kill('SIGKILL'))
    const nodes = await eventually(
      () => nodesOn(dataDir),
      (pids) => pids.length >= count,
      { deadlineMs: 150_000, what: 'a node' },
    )
    if (hang) await Promise.all(nodes.map(suspend))
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    expect(await nodesOn(dataDir)).toEqual([])
  })
})

describe('stopping npm, which signals only a shell', { timeout }, () => {
  it('leaves no node running', async () => {
    const dataDir = await testDataDir()
    const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" infra/local/main.ts; true`], {
      cwd: repositoryRoot,
      env: {
        npm_lifecycle_event: 'start',
        PORT: '0',
        DATA_DIR: dataDir,
        STATE_DIR: await testDataDir(),
      },
      stdio: 'ignore',
    })
    const nodes = () => nodesOn(dataDir)
    const deadlineMs = 150_000
    await eventually(nodes, (pids) => pids.length === 2, { deadlineMs, what: 'both nodes' })
    shell.kill('SIGTERM')
    await eventually(nodes, (pids) => !pids.length, { deadlineMs, what: 'their end' })
  })
})

describe('a shutdown while the nodes hang leaves none running', { timeout }, () => {
  it('and the next start is normal, even after a second signal', async () => {
    const running = await start()
    const { instance } = running
    const nodes = await nodesOn(running.dataDir)
    expect(nodes).toHaveLength(2)
    await Promise.all(nodes.map(suspend))
    await running.terminate()
    await running.restart()
    expect(running.instance).toEqual(instance)

    await Promise.all((await nodesOn(running.dataDir)).map(suspend))
    const ended = running.terminate()
    // Any sooner, it would count as the first signal, which npm forwards a second time.
    await wait(1500)
    running.signal('SIGTERM')
    await ended
  })
})
