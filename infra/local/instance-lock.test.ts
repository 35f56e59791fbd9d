import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testDataDir } from './aws/test-data-dir.ts'
import { openDataFolder } from './data-folder.ts'
import { lockInstance } from './instance-lock.ts'

describe('the lock of a data folder', () => {
  it('is held by one instance at a time', async () => {
    const folder = await testDataDir()
    const lock = await lockInstance(folder)
    await expect(lockInstance(folder)).rejects.toThrow(
      /^An instance is already running on .*\. Stop it/,
    )
    lock.release()
    const next = await lockInstance(folder)
    next.release()
  })

  it('is free again once its instance was killed', async () => {
    const folder = await testDataDir()
    const module = new URL('./instance-lock.ts', import.meta.url).href
    const script = `
      const { lockInstance } = await import('${module}')
      await lockInstance(${JSON.stringify(folder)})
      console.log('locked')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    await expect(lockInstance(folder)).rejects.toThrow(`(process ${child.pid})`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const lock = await lockInstance(folder)
    lock.release()
  })

  it('is not mistaken for a file that is damaged', async () => {
    const folder = await testDataDir()
    await writeFile(join(folder, 'instance-lock.db'), 'x'.repeat(100))
    await expect(lockInstance(folder)).rejects.toThrow('not a database')
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
