import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testCaller } from '../../infra/local/aws/test-data-dir.ts'
import { setSdkVariables } from '../config.ts'
import { currentFixtures } from './fixtures.ts'

const { region, credentials } = testCaller
setSdkVariables({
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
})
const file = join(import.meta.dirname, 'fixtures/current.json')
await writeFile(file, `${JSON.stringify(await currentFixtures(), null, 2)}\n`)
