import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Calls that an instance's services refused to its functions. Each would be an error on AWS, too. */
export async function deniedCalls(dataDir: string): Promise<string[]> {
  const log = await readFile(join(dataDir, 'logs/functions.log'), 'utf8')
  return log.split('\n').filter((line) => / denied \| /.test(line))
}
