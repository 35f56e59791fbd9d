import { expect, it } from 'vitest'
import { findRegistryNames } from './find-registry-names.ts'

const lock = {
  packages: {
    '': {},
    'node_modules/aws-cdk': { bin: { cdk: 'bin/cdk' } },
    'node_modules/@noble/hashes': {},
  },
}
const found = (markdown: string) => findRegistryNames(markdown, lock)

it.each([
  'npx quittance listen',
  'npx --yes quittance@1',
  'npm exec quittance -- listen',
  'npm exec --package=quittance -- listen',
  'npm exec --yes --package=quittance@latest -- cdk',
  'npm install --save-dev quittance',
  'npm ci && npm i @noble/hashes quittance',
])('refuses a name that anybody may register: %s', (command) => {
  expect(found(`Run \`${command}\`.`)).toEqual([{ line: 1, name: 'quittance' }])
  expect(found(`Run:\n\n\`\`\`sh\n${command}\n\`\`\`\n`)).toEqual([{ line: 4, name: 'quittance' }])
})

it.each([
  'npx cdk deploy --all',
  'npm install @noble/hashes@2.4.0',
  'npm install && npm pack ./sdk',
  'npm install ../quittance/quittance-sdk-0.1.0.tgz',
  'npm exec --package=../quittance/quittance-sdk-0.1.0.tgz -- quittance listen',
])('accepts locked packages and files: %s', (command) => {
  expect(found(`\`${command}\``)).toEqual([])
})

it('reads only code', () => {
  expect(found('Nobody runs npx quittance here.')).toEqual([])
})
