import * as z from 'zod'

export const payoutChain = z
  .int()
  .meta({ description: 'the id of a chain, such as 8453', examples: [8453] })
