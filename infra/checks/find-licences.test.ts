import { expect, it } from 'vitest'
import { findLicences } from './find-licences.ts'

it('finds packages whose licence nobody has agreed to', () => {
  const found = findLicences({
    packages: {
      '': { name: 'quittance', license: 'MIT' },
      'node_modules/viem': { license: 'MIT' },
      'node_modules/iam-simulate': { license: 'AGPL-3.0-or-later', dev: true },
      'node_modules/a-server': { license: 'AGPL-3.0-or-later' },
      'node_modules/lightningcss': { license: 'MPL-2.0' },
      'node_modules/a-parser': { license: 'MPL-2.0' },
      'node_modules/a-binary-darwin-arm64': { optional: true },
      'node_modules/a-secret': { dev: true },
      'node_modules/a-tool': { license: 'BUSL-1.1', dev: true },
    },
  })
  expect(found).toEqual([
    { path: 'node_modules/a-server', licence: 'AGPL-3.0-or-later' },
    { path: 'node_modules/a-parser', licence: 'MPL-2.0' },
    { path: 'node_modules/a-secret', licence: 'none' },
    { path: 'node_modules/a-tool', licence: 'BUSL-1.1' },
  ])
})

it('agrees to tools in a store that only tests start, and to nothing else of it', () => {
  const lock = {
    packages: {
      'node_modules/@medusajs/medusa': { license: 'SEE LICENSE IN LICENSE' },
      'node_modules/a-tool': { license: 'SEE LICENSE IN LICENSE' },
    },
  }
  const [medusa, tool] = [
    { path: 'node_modules/@medusajs/medusa', licence: 'SEE LICENSE IN LICENSE' },
    { path: 'node_modules/a-tool', licence: 'SEE LICENSE IN LICENSE' },
  ]
  expect(findLicences(lock, 'plugins/medusa/test/store/package-lock.json')).toEqual([tool])
  expect(findLicences(lock)).toEqual([medusa, tool])
})
