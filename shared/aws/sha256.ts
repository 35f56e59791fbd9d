import { createHash, createHmac } from 'node:crypto'

type Data = string | ArrayBuffer | ArrayBufferView

/** Node's hash with the interface that the signer requires. */
export class Sha256 {
  readonly #hash

  constructor(secret?: Data) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytes(secret))
  }

  update(chunk: Data): void {
    this.#hash.update(bytes(chunk))
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }

  reset(): void {
    throw new Error('a hash can be used only once')
  }
}

function bytes(data: Data): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data)
  if (data instanceof ArrayBuffer) return new Uint8Array(data)
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
}
