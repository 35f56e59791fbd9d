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
