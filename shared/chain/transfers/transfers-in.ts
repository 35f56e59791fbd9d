import { getAddress, hexToBigInt, isHash, toEventHash } from 'viem'
import type { HexAddress } from '../chain.ts'
import type { AgreedReceipt } from '../sending/agreed-receipt.ts'

const transferTopic = toEventHash('Transfer(address,address,uint256)')

/** A token's transfer according to its log. */
export type LoggedTransfer = {
  /** The position of its log among those of the transaction, which stays the same in whichever block it is. */
  position: number
  token: HexAddress
  from: HexAddress
  to: HexAddress
  amountBase: bigint
}

export function transfersIn({ logs }: Pick<AgreedReceipt, 'logs'>): LoggedTransfer[] {
  return logs.flatMap(({ address, topics: [topic, from = '', to = ''], data }, position) =>
    topic === transferTopic && isHash(from) && isHash(to) && data.length === 66
      ? [
          {
            position,
            token: getAddress(address),
            from: addressIn(from),
            to: addressIn(to),
            amountBase: hexToBigInt(data),
          },
        ]
      : [],
  )
}

function addressIn(topic: string): HexAddress {
  return getAddress(`0x${topic.slice(-40)}`)
}
