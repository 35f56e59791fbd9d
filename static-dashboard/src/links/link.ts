import type { Operations } from '../operations.ts'

export type Link = Operations['show-payment-link']['output']

/** The id under which the editor of a new link is found. */
export const newLinkId = 'new'
