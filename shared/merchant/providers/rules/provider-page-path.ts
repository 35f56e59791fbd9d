/** The document of our own that shows a provider in a frame; `show-provider-page` serves it. */
export function providerPagePath(sessionId: string): string {
  return `/api/checkout/sessions/${sessionId}/provider-page`
}
