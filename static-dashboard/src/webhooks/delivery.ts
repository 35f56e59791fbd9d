import type { Operations } from '../operations.ts'

export type Delivery = Operations['list-deliveries']['output']['deliveries'][number]

/** With its attempts, and their content. */
export type ShownDelivery = Operations['show-delivery']['output']
