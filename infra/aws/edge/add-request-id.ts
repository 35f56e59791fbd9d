type PageResponse = { headers: Record<string, { value: string }> }

/** Runs in CloudFront for every page response: adds the request id, so that a customer can quote it to support. */
export function handler(event: { context: { requestId: string }; response: PageResponse }) {
  const response = event.response
  response.headers['x-request-id'] = { value: event.context.requestId }
  return response
}
