import { inflateRawSync } from 'node:zlib'

const endBytes = 22
const entryBytes = 46
const headerBytes = 30
/** Its sizes may follow a file, with or without a signature. */
const descriptorBytes = [12, 16]

type Entry = { path: string; content: Buffer; from: number; to: number; hasDescriptor: boolean }

/**
 * The files of a zip by path. Throws if it isn't one, and if readers could find different files in it: those that go by the
 * directory at its end, and those that go from file to file.
 */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || zip.length < end + endBytes) throw ambiguous('no end record')
  if (end + endBytes + zip.readUInt16LE(end + 20) !== zip.length) {
    throw ambiguous('something behind its end record')
  }
  const [size, start] = [zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16)]
  if (start + size !== end) throw ambiguous('something beside its directory')
  const entries: Entry[] = []
  let at = start
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (signatureAt(zip, at) !== 'PK\x01\x02') throw ambiguous('a directory that is too short')
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((of) => zip.readUInt16LE(at + of))
    entries.push(entryAt(zip, at, zip.toString('utf8', at + entryBytes, at + entryBytes + name)))
    at += entryBytes + name + extra + comment
  }
  if (at !== end) throw ambiguous('a directory that is too long')
  requireGapless(entries, start)
  const files = new Map(entries.map(({ path, content }) => [path, content]))
  if (files.size < entries.length) throw ambiguous('two files at one path')
  return new Map([...files].filter(([path]) => !path.endsWith('/')))
}

/** Throws unless the files, from the first byte to the directory, are those that it lists. */
function requireGapless(entries: readonly Entry[], directory: number): void {
  const inOrder = entries.toSorted((one, other) => one.from - other.from)
  let next = 0
  for (const [index, { from, to, hasDescriptor }] of inOrder.entries()) {
    if (from !== next) throw ambiguous('something that its directory does not list')
    next = inOrder[index + 1]?.from ?? directory
    const rest = next - to
    if (hasDescriptor ? !descriptorBytes.includes(rest) : rest !== 0) {
      throw ambiguous('something between its files')
    }
  }
  if (inOrder.length === 0 && directory !== 0) throw ambiguous('something before its directory')
}

function entryAt(zip: Buffer, listed: number, path: string): Entry {
  const isStored = zip.readUInt16LE(listed + 10) === 0
  const size = zip.readUInt32LE(listed + 20)
  const from = zip.readUInt32LE(listed + 42)
  if (signatureAt(zip, from) !== 'PK\x03\x04') throw ambiguous(`no file at ${path}`)
  // The header of the file has names and lengths of its own.
  const [name, extra] = [zip.readUInt16LE(from + 26), zip.readUInt16LE(from + 28)]
  const named = zip.toString('utf8', from + headerBytes, from + headerBytes + name)
  if (named !== path) throw ambiguous(`${path} under the name ${named}`)
  const start = from + headerBytes + name + extra
  const packed = zip.subarray(start, start + size)
  const hasDescriptor = (zip.readUInt16LE(from + 6) & 8) !== 0
  const content = isStored ? packed : inflateRawSync(packed)
  return { path, content, from, to: start + size, hasDescriptor }
}

function signatureAt(zip: Buffer, at: number): string {
  return zip.toString('latin1', at, at + 4)
}

function ambiguous(what: string): Error {
  return new Error(`the zip has ${what}, as no zip of the CDK or AWS Signer has`)
}
