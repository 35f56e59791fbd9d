type Viewer = { uri: string; ip?: string; query?: string }

/** A viewer's request as CloudFront passes it to a function, field by field as in its documentation. */
export function viewerRequest({ uri, ip = '198.51.100.11', query = 'a' }: Viewer) {
  return {
    version: '1.0',
    context: {
      distributionDomainName: 'd111111abcdef8.cloudfront.net',
      distributionId: 'EDFDVBD6EXAMPLE',
      eventType: 'viewer-request',
      requestId: 'EXAMPLEntjQpEXAMPLE_SG5Z-EXAMPLEPmPfEXAMPLEu3EqEXAMPLE==',
    },
    viewer: { ip },
    request: {
      method: 'GET',
      uri,
      querystring: { [query]: { value: '1', multiValue: [{ value: '1' }, { value: '2' }] } },
      headers: {
        host: { value: 'd111111abcdef8.cloudfront.net' },
        accept: { value: 'text/html', multiValue: [{ value: 'text/html' }, { value: '*/*' }] },
        'x-viewer-address': { value: '9.9.9.9:1' },
      },
      cookies: { id: { value: 'CookieIdValue' } },
    },
  }
}
