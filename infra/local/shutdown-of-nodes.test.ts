import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { nodesOn, type RunningInstance, startInstance } from '../../test/instance.ts'
import { repositoryRoot } from '../build/repository-root.ts'
import { testDataDir } from './aws/test-data-dir.ts'

/** Whole instances, started several times on a machine that may be busy. */
const timeout = 180_000

async function start(): Promise<RunningInstance> {
  const running = await startInstance()
  onTestFinished(running.stop)
  return running
}

function signalNodes(pids: readonly number[], signal: 'SIGSTOP'): void {
  for (const pid of pids) process.kill(pid, signal)
}

describe('a stop in the middle of a start leaves no node behind', { timeout }, () => {
  it.each([
    ['as soon as the first one runs', 1, undefined],
    ['while both of them hang', 2, 'SIGSTOP'],
  ] as const)('%s', async (_, count, signal) => {
    const dataDir = await testDataDir()
    const child = spawn(process.execPath, ['infra/local/main.ts'], {
      cwd: repositoryRoot,
      env: { PORT: '0', DATA_DIR: dataDir },
      stdio: 'ignore',
    })
    const exited = once(child, 'exit')
    onTestFinished(() => void child.kill('SIGKILL'))
    const nodes = await eventually(
      () => nodesOn(dataDir),
      (pids) => pids.length >= count,
      { deadlineMs: 60_000, what: 'a node' },
    )
    if (signal) signalNodes(nodes, signal)
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    expect(await nodesOn(dataDir)).toEqual([])
  })
})

describe('a stop of npm, which tells only a shell of it', { timeout }, () => {
  it('leaves no node behind', async () => {
    const dataDir = await testDataDir()
    const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" infra/local/main.ts; true`], {
      cwd: repositoryRoot,
      env: { npm_lifecycle_event: 'start', PORT: '0', DATA_DIR: dataDir },
      stdio: 'ignore',
    })
    const nodes = () => nodesOn(dataDir)
    const deadlineMs = 60_000
    await eventually(nodes, (pids) => pids.length === 2, { deadlineMs, what: 'both nodes' })
    shell.kill('SIGTERM')
    await eventually(nodes, (pids) => !pids.length, { deadlineMs, what: 'their end' })
  })
})

describe('a stop while the nodes hang leaves none behind', { timeout }, () => {
  it('and the next start is an ordinary one, also after a second signal', async () => {
    const running = await start()
    const { instance } = running
    const nodes = await nodesOn(running.dataDir)
    expect(nodes).toHaveLength(2)
    signalNodes(nodes, 'SIGSTOP')
    await running.terminate()
    await running.restart()
    expect(running.instance).toEqual(instance)

    signalNodes(await nodesOn(running.dataDir), 'SIGSTOP')
    const ended = running.terminate()
    // Sooner it would count as the first one, which npm passes on a second time.
    await wait(1500)
    running.signal('SIGTERM')
    await ended
  })
})
