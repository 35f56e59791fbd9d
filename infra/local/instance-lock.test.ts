import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testDataDir } from './aws/test-data-dir.ts'
import { openDataFolder } from './data-folder.ts'
import { lockInstance } from './instance-lock.ts'
import { isSameProcess, processStart } from './process-start.ts'

describe('the lock of a data folder', () => {
  it('is held by one instance at a time', async () => {
    const folder = await testDataDir()
    const lock = await lockInstance(folder)
    await expect(lockInstance(folder)).rejects.toThrow(
      /^An instance is already running on .*\. Stop it/,
    )
    await lock.release()
    await (await lockInstance(folder)).release()
  })

  it('is taken over from an instance that was killed', async () => {
    const folder = await testDataDir()
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    await once(child, 'spawn')
    const pid = child.pid ?? 0
    const startedAt = (await processStart(pid)) ?? null
    const held = JSON.stringify({ pid, startedAt })
    await writeFile(join(folder, 'instance.lock'), held)
    await expect(lockInstance(folder)).rejects.toThrow(`process ${pid}`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await (await lockInstance(folder)).release()
  })

  it('is not held by another process that reuses the id', async () => {
    const folder = await testDataDir()
    const held = { pid: process.pid, startedAt: 'long ago' }
    await writeFile(join(folder, 'instance.lock'), JSON.stringify(held))
    await lockInstance(folder)
    expect(await isSameProcess(process.pid, 'long ago')).toBe(false)
  })

  it('is reported if it is corrupted', async () => {
    const folder = await testDataDir()
    await writeFile(join(folder, 'instance.lock'), '{')
    await expect(lockInstance(folder)).rejects.toThrow(/instance\.lock is corrupted\. Restore it/)
  })
})

describe('the data folder', () => {
  it('is created if it is missing', async () => {
    const folder = join(await testDataDir(), 'a/b')
    await openDataFolder(folder)
    await lockInstance(folder)
  })

  it('is rejected if it is not a folder', async () => {
    const file = join(await testDataDir(), 'file')
    await writeFile(file, '')
    await chmod(file, 0o600)
    await expect(openDataFolder(file)).rejects.toThrow(/^The data folder .* can't be read/)
    await expect(openDataFolder(join(file, 'in'))).rejects.toThrow(/^The data folder/)
  })
})
