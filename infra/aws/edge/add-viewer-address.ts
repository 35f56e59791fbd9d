type ApiRequest = { headers: Record<string, { value: string } | undefined> }

/**
 * Runs in CloudFront for every API request: sets the viewer's address, and the host that the viewer called.
 * CloudFront's own header for the address is only available together with the viewer's Host, which API Gateway rejects.
 * Overwrites what the viewer sent.
 */
export function handler(event: { request: ApiRequest; viewer: { ip: string } }) {
  const request = event.request
  const host = request.headers['host']
  request.headers['x-viewer-address'] = { value: event.viewer.ip }
  request.headers['x-viewer-host'] = { value: host ? host.value : '' }
  return request
}
