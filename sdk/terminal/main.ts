#!/usr/bin/env node
import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Quittance } from '../src/index.ts'
import { forwardTarget } from './forward-target.ts'
import { listen } from './listen.ts'
import { eventNames, trigger } from './trigger.ts'

const help = `Usage: quittance listen --forward localhost:3000/hook
       quittance trigger <event>

listen   forwards new events to a server on this machine, signed like webhooks, and prints its responses
trigger  causes an event on an instance with play money, which npm start runs

--forward URL   where listen posts events; without it, they are only printed
--url URL       the instance; default: QUITTANCE_URL
--api-key KEY   default: QUITTANCE_API_KEY
--live          lets listen use a key of live mode

Events: ${eventNames.join(', ')}`

function readCommand() {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const options = { forward: text, url: text, 'api-key': text, live: flag, help: flag }
  const { values, positionals } = withoutAdvice(() =>
    parseArgs({ options, allowPositionals: true }),
  )
  const { QUITTANCE_URL, QUITTANCE_API_KEY } = process.env
  const [command, event] = positionals
  const baseUrl = values.url ?? QUITTANCE_URL ?? ''
  const apiKey = values['api-key'] ?? QUITTANCE_API_KEY ?? ''
  return { ...values, command, event, baseUrl, apiKey }
}

/** No argument begins with a dash, so what `parseArgs` advises for those would mislead. */
function withoutAdvice<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    const [said] = String(error instanceof Error ? error.message : error).split(' To specify')
    throw new Error(`${said}\n\n${help}`, { cause: error })
  }
}

async function main(): Promise<void> {
  const { command, event = '', baseUrl, apiKey, forward, live, help: isHelp } = readCommand()
  const print = (line: string) => console.log(line)
  if (isHelp || !command) return print(help)
  const end = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort())
  const quittance = clientOf(baseUrl, apiKey)
  const wait = (ms: number) => pause(ms, undefined, { signal: end.signal })
  const deps = { quittance, print, wait, signal: end.signal }
  const isLive = apiKey.startsWith('ck_live_')
  if (isLive && !(live && command === 'listen')) {
    throw new Error('This key is for live mode. Use a ck_test_… key; listen also accepts --live.')
  }
  try {
    if (command === 'listen')
      await listen(deps, { forward: forwardTarget(forward), secret: secretFor(apiKey) })
    else if (command === 'trigger') await trigger(deps, { event, baseUrl })
    else throw new Error(`There is no command "${command}".\n\n${help}`)
  } catch (error) {
    if (!end.signal.aborted) throw error
  }
}

function clientOf(baseUrl: string, apiKey: string): Quittance {
  if (baseUrl === '') throw new Error('Set QUITTANCE_URL, or pass --url.')
  if (apiKey === '') throw new Error('Set QUITTANCE_API_KEY, or pass --api-key.')
  return new Quittance({ baseUrl, apiKey })
}

/** Equal at each start, so that a server under development can keep it. The key can't be derived from it. */
function secretFor(apiKey: string): string {
  const bytes = createHmac('sha256', apiKey).update('quittance listen').digest()
  return `whsec_${bytes.subarray(0, 24).toString('base64')}`
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
