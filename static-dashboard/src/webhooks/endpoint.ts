import type { Operations } from '../operations.ts'

export type Endpoint = Operations['list-endpoint-states']['output']['endpoints'][number]

/** With its latest attempts. */
export type EndpointHealth = Operations['show-endpoint-health']['output']
