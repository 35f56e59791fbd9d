import { expect, it } from 'vitest'
import { lacksSweeps } from './lacks-sweeps.ts'

it('a table lacks sweeps while intake is stopped, or if it isn’t the one that was in use', () => {
  const lacks = (intakeStoppedAt: string | null, tableName: string | null) =>
    lacksSweeps({ intakeStoppedAt, tableName }, { name: 'now' })
  expect(lacks('2026-03-01T12:00:00Z', 'now')).toBe(true)
  expect(lacks(null, 'before')).toBe(true)
  expect([lacks(null, 'now'), lacks(null, null)]).toEqual([false, false])
})
