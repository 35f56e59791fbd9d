import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packagedMarks } from './packaged-marks.ts'

it('has the marks of the package of icons, and no others', async () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const copied = files
    .filter((path) => path.endsWith('.svg'))
    .map((path) => [path, readFileSync(join(import.meta.dirname, path), 'utf8')] as const)
  expect(new Map(copied)).toEqual(await packagedMarks())
})

it('has nothing in a mark but shapes', async () => {
  for (const [path, svg] of await packagedMarks()) {
    expect(svg, path).not.toMatch(/<script|<image|<style|href|url\(['"]?http|on\w+=/i)
  }
})
