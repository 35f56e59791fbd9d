import { Readable } from 'node:stream'
import type { AwsResponse } from '../test/aws-calls.ts'

export type KeyedWrite = { keys: readonly string[]; isTransaction: boolean }

/** How many transactions ran at the same time at most, and how many writes met one of them. */
type Overlaps = { mostAtOnce: number; conflicts: number }

/**
 * The rule of DynamoDB that local tables lack, because they run one write after the other: an item of a running
 * transaction refuses other transactions and single writes. A transaction runs from its request to its response, longer
 * than on AWS, so there are more conflicts than there.
 */
export function conflictRule() {
  const held = new Set<string>()
  const overlaps: Overlaps = { mostAtOnce: 0, conflicts: 0 }
  let running = 0

  async function transaction(keys: readonly string[], send: () => Promise<AwsResponse>) {
    for (const key of keys) held.add(key)
    overlaps.mostAtOnce = Math.max(overlaps.mostAtOnce, ++running)
    try {
      return await send()
    } finally {
      running -= 1
      for (const key of keys) held.delete(key)
    }
  }

  async function guard({ keys, isTransaction }: KeyedWrite, send: () => Promise<AwsResponse>) {
    if (keys.some((key) => held.has(key))) {
      overlaps.conflicts += 1
      return isTransaction ? canceled(keys.map((key) => held.has(key))) : conflict()
    }
    return isTransaction ? transaction(keys, send) : send()
  }

  return { guard, overlaps }
}

function canceled(isHeld: readonly boolean[]): AwsResponse {
  return refusal('TransactionCanceledException', {
    CancellationReasons: isHeld.map((is) => ({ Code: is ? 'TransactionConflict' : 'None' })),
  })
}

function conflict(): AwsResponse {
  return refusal('TransactionConflictException', {})
}

function refusal(name: string, body: Readonly<Record<string, unknown>>): AwsResponse {
  const text = JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, ...body })
  const headers = { 'content-type': 'application/x-amz-json-1.0' }
  return { response: { statusCode: 400, headers, body: Readable.from([Buffer.from(text)]) } }
}
