/** A request of CloudFormation about a custom resource. */
export type ResourceRequest = {
  RequestType: 'Create' | 'Update' | 'Delete'
  ResponseURL: string
  StackId: string
  RequestId: string
  LogicalResourceId: string
  PhysicalResourceId?: string
  ResourceProperties: { KeyId: string }
}

type Deps = {
  readKey: (keyId: string) => Promise<string | undefined>
  pause: (milliseconds: number) => Promise<unknown>
  fetch: (url: string, request: { method: 'PUT'; body: string }) => Promise<unknown>
}

/**
 * Runs in Lambda, from the source of this function alone: returns a handler that hands an API key's value to
 * CloudFormation, which hides it in its events and responses. Nothing is created, so nothing has to be deleted.
 */
export function readingOriginKey({ readKey, pause, fetch }: Deps) {
  // The role may read this key only since a moment ago, and IAM takes a while to apply a change everywhere.
  const readSoon = async (keyId: string, pauses = 12): Promise<string | undefined> => {
    try {
      return await readKey(keyId)
    } catch (error) {
      if (pauses === 0) throw error
      await pause(5_000)
      return readSoon(keyId, pauses - 1)
    }
  }
  return async (request: ResourceRequest): Promise<void> => {
    const { RequestType, StackId, RequestId, LogicalResourceId, ResourceProperties } = request
    const { KeyId } = ResourceProperties
    const outcome = async () => {
      if (RequestType === 'Delete') return { Status: 'SUCCESS' }
      const Value = await readSoon(KeyId)
      return Value
        ? { Status: 'SUCCESS', Data: { Value } }
        : { Status: 'FAILED', Reason: `API key ${KeyId} has no value` }
    }
    const failed = (error: unknown) => ({ Status: 'FAILED', Reason: String(error) })
    const PhysicalResourceId = (RequestType === 'Delete' && request.PhysicalResourceId) || KeyId
    const about = { StackId, RequestId, LogicalResourceId, PhysicalResourceId, NoEcho: true }
    const response = { ...about, ...(await outcome().catch(failed)) }
    await fetch(request.ResponseURL, { method: 'PUT', body: JSON.stringify(response) })
  }
}
