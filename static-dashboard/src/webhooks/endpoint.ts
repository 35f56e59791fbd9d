import type { Operations } from '../operations.ts'

export type Endpoint = Operations['list-endpoint-states']['output']['endpoints'][number]

/** With its latest attempts. */
export type EndpointHealth = Operations['show-endpoint-health']['output']

export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}
