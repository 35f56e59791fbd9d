type Coin = { chainId: number; asset: string; address: string }
type Sent = { txHash: string; from: string }

/** Play money of an instance that `npm start` runs. */
export type TestWallet = {
  /** Resolves once the payment is mined. */
  pay: (to: Coin, amountBase: bigint) => Promise<Sent>
  /** Removes a payment from the chain. */
  takeBack: (on: Pick<Coin, 'chainId'>, txHash: string) => Promise<void>
}

/** The wallet of this instance. It throws if the instance has none, as a deployed one. */
export function testWallet(
  baseUrl: string,
  { print, signal }: { print: (line: string) => void; signal: AbortSignal },
): TestWallet {
  const request = async (body: object): Promise<Sent> => {
    const response = await fetch(new URL('/local/payments', baseUrl), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    })
    const text = await response.text()
    if (response.ok) return JSON.parse(text)
    const refusal = response.status === 400 ? text : 'Only an instance that npm start runs has one.'
    throw new Error(`There is no payment from the test wallet. ${refusal}`)
  }
  return {
    pay: async ({ chainId, asset, address }, amountBase) => {
      const sent = await request({ chainId, asset, address, amountBase: String(amountBase) })
      print(`paid ${amountBase} units of ${asset} to ${address}: ${sent.txHash}`)
      return sent
    },
    takeBack: async ({ chainId }, txHash) => {
      await request({ chainId, takeBack: txHash })
      print(`removed ${txHash} from the chain`)
    },
  }
}
