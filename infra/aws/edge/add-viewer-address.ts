type ApiRequest = { headers: Record<string, { value: string }> }

/**
 * Runs in CloudFront for every API request: sets the viewer's address and port. CloudFront's own header for it is only
 * available together with the viewer's Host, which API Gateway rejects. Overwrites what the viewer sent.
 */
export function handler(event: { request: ApiRequest; viewer: { ip: string } }) {
  const request = event.request
  request.headers['x-viewer-address'] = { value: `${event.viewer.ip}:0` }
  return request
}
