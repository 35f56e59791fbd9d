import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { HttpRequestError, RpcRequestError } from 'viem'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../../../infra/build/repository-root.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import { patientRequest } from './patient-request.ts'

const url = 'https://node.example'

function refusal(code: number, message: string) {
  return new RpcRequestError({ url, body: {}, error: { code, message } })
}

/** A node that gives these responses in turn, errors among them, and a clock and a pause of the test's. */
function fixture(responses: unknown[]) {
  const waits: number[] = []
  let now = new Date('2026-03-01T22:00:00Z')
  let asked = 0
  let quotas = 0
  const request = patientRequest(
    1,
    async () => {
      asked += 1
      const response = responses.shift()
      if (response instanceof Error) throw response
      return response
    },
    {
      now: () => now,
      random: () => 0.5,
      wait: async (milliseconds) => void waits.push(milliseconds),
      onQuotaUsedUp: () => {
        quotas += 1
      },
    },
  )
  return {
    ask: () => request({ method: 'eth_blockNumber' }),
    waits,
    asked: () => asked,
    quotas: () => quotas,
    setClock: (at: string) => {
      now = new Date(at)
    },
  }
}

it.each([refusal(-32090, 'call rate limit exhausted'), new HttpRequestError({ url, status: 429 })])(
  'repeats what came too soon, each time after a longer wait',
  async (limited) => {
    const { ask, waits } = fixture([limited, limited, '0x1'])
    expect(await ask()).toBe('0x1')
    expect(waits).toEqual([250, 500])
  },
)

it('gives up after a few tries, and repeats nothing else', async () => {
  const limited = refusal(429, 'too many requests')
  const busy = fixture([limited, limited, limited, '0x1'])
  await expect(busy.ask()).rejects.toBe(limited)
  const reverted = refusal(3, 'execution reverted')
  const failing = fixture([reverted, '0x1'])
  await expect(failing.ask()).rejects.toBe(reverted)
  expect(failing.waits).toEqual([])
})

it('leaves a node alone until midnight if its quota is used up', async () => {
  const { ask, asked, quotas, setClock } = fixture([refusal(402, 'Payment Required'), '0x2'])
  await expect(ask()).rejects.toThrow('Payment Required')
  setClock('2026-03-01T23:59:59Z')
  await expect(ask()).rejects.toBeInstanceOf(ChainUnavailable)
  expect([asked(), quotas()]).toEqual([1, 1])
  setClock('2026-03-02T00:00:00Z')
  expect(await ask()).toBe('0x2')
})

/** A process that does nothing but repeat a request. */
const waiting = `
import { RpcRequestError } from 'viem'
import { ordinaryPatience, patientRequest } from './shared/chain/nodes/patient-request.ts'
const error = { code: 429, message: 'too many requests' }
const responses = [new RpcRequestError({ url: 'https://node.example', body: {}, error }), '0x1']
const request = patientRequest(1, async () => {
  const response = responses.shift()
  if (response instanceof Error) throw response
  return response
}, ordinaryPatience)
request({ method: 'eth_blockNumber' }).then((result) => process.stdout.write(result))
`

it('keeps the process alive while it waits', async () => {
  const args = ['--input-type=module', '--eval', waiting]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: repositoryRoot })
  expect(stdout).toBe('0x1')
})
