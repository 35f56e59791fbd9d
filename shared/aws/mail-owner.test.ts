import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { configOf } from '../kernel/operation/config.ts'
import { ownerMailer } from './mail-owner.ts'

it('appends mails to the file of one machine, which only its owner can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-mails-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'owner-mails.txt')
  const mail = ownerMailer(configOf({ OWNER_MAIL_FILE: file }))
  await mail({ subject: 'API key created', text: 'At http://localhost:4400:' })
  await mail({ subject: 'Operator invited', text: 'Look at it.' })
  const kept = await readFile(file, 'utf8')
  expect(kept).toContain('Subject: API key created\n\nAt http://localhost:4400:\n\nDate: ')
  expect(kept).toContain('Subject: Operator invited\n\nLook at it.\n')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})
