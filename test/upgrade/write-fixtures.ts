import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testCaller } from '../../infra/local/aws/test-data-dir.ts'
import { setSdkVariables } from '../config.ts'
import { chosenItems } from './chosen-items.ts'
import { currentMessages, type Fixtures, fixturesFolder } from './fixtures.ts'
import { recordRealRuns } from './real-runs.ts'
import { storedText } from './stored-text.ts'
import { tasksOfMachines } from './tasks-of-machines.ts'

const { region, credentials } = testCaller
setSdkVariables({
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
})

const items = chosenItems(await recordRealRuns())
const fixtures: Fixtures = {
  items,
  ...(await currentMessages({ items })),
  tasks: await tasksOfMachines(),
}
await writeFile(join(fixturesFolder, 'current.json'), `${storedText(fixtures, 2)}\n`)
