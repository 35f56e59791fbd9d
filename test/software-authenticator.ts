import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
} from '../shared/admin/operators/wire/passkey-response.ts'

type Asked = {
  challenge: string
  /** The page that asks. */
  origin: string
  /** The domain that the page claims. */
  domain: string
}

type Signed = Asked & {
  /** How often it signed before. */
  counter?: number
  userVerified?: boolean
  userHandle?: string
}

const flags = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 } as const

/** A passkey as a browser would make it: a real P-256 key that signs what the browser would have signed. */
export function softwareAuthenticator() {
  const keyPair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const cose = coseKey(keyPair.publicKey.export({ format: 'jwk' }))
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')

  function create({ challenge, origin, domain }: Asked, userVerified = true): PasskeyAttestation {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credentialId.length)
    const attested = [Buffer.alloc(16), length, credentialId, cose]
    const flag = flags.userPresent | flags.attested | (userVerified ? flags.userVerified : 0)
    const authData = Buffer.concat([authenticatorData(domain, flag, 0), ...attested])
    const attestation = cborMap([
      ['fmt', cborText('none')],
      ['attStmt', cborMap([])],
      ['authData', cborBytes(authData)],
    ])
    return {
      ...envelope(id),
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  function get({ challenge, origin, domain, counter = 0, ...given }: Signed): PasskeyAssertion {
    const flag = flags.userPresent | (given.userVerified === false ? 0 : flags.userVerified)
    const data = authenticatorData(domain, flag, counter)
    const client = clientData('webauthn.get', challenge, origin)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), keyPair.privateKey)
    return {
      ...envelope(id),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(given.userHandle && { userHandle: given.userHandle }),
      },
    }
  }

  const publicKey = cose.toString('base64url')
  return { id, publicKey, create, get }
}

function envelope(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData(domain: string, flag: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(Buffer.from(domain)), Buffer.from([flag]), count])
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`: an ES256 key. */
function coseKey({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff])
}

function cborBytes(bytes: Uint8Array): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
}

function cborMap(entries: readonly (readonly [string, Buffer])[]): Buffer {
  const pairs = entries.flatMap(([name, value]) => [cborText(name), value])
  return Buffer.concat([cborHead(5, entries.length), ...pairs])
}
