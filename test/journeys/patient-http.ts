import { type HttpTransport, http } from 'viem'

/**
 * Asks a node again for up to 19 s, as wallets do: a local node is replaced after many blocks, and loading a year of
 * them takes seconds on a busy machine.
 */
export const patientHttp = (rpcUrl: string): HttpTransport => http(rpcUrl, { retryCount: 7 })
