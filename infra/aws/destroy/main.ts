import { runCommand } from '../run-command.ts'
import { destroy } from './destroy.ts'

await runCommand(() =>
  destroy(process.argv.slice(2), {
    input: process.stdin,
    print: (line) => console.log(line),
    ask: (question) => process.stderr.write(`${question} `),
  }),
)
