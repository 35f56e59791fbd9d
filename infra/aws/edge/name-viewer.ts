type ApiRequest = { headers: Record<string, { value: string }> }

/**
 * Runs in CloudFront for every call: says who asks, as address and port. CloudFront's own header for it would come only
 * together with the viewer's Host, which API Gateway refuses. Whatever the viewer claims is overwritten.
 */
export function handler(event: { request: ApiRequest; viewer: { ip: string } }) {
  const request = event.request
  request.headers['x-viewer-address'] = { value: `${event.viewer.ip}:0` }
  return request
}
