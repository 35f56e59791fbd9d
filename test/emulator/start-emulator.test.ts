import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startEmulator } from './start-emulator.ts'

it('says what to install if there is no emulator', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'emulator-'))
  await expect(startEmulator(folder, join(folder, 'ministack'))).rejects.toThrow(
    'pip install ministack==',
  )
  await rm(folder, { recursive: true })
})
